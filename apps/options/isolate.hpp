// --isolate: files are decoded in worker processes.
#pragma once

#include "apps/command.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/isolated/workers.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace sluice::apps {

extern const char* const isolate_help;
void add_isolate_option(po::options_description& options);

// --isolate-device: the device is used in a child (apps/child).
extern const char* const isolate_device_help;
void add_isolate_device_option(po::options_description& options);
// What a call of the device may take then where nobody says it, in seconds.
constexpr double default_timeout_of_isolated_device = 300;

// What starts a worker: this program. Where another one has loaded this code, as Python has, its caller says
// what else does.
using WorkerCommand = std::vector<std::string>;
WorkerCommand this_program();

// The stages of a command, whose Sources read files in worker processes: those whose decoder may end the
// process, or all where `isolate` asks for that. Must outlive all images that they read.
class Isolation {
public:
    // `jobs`: threads that decode. No `worker`: only what `isolate` asks for. `start`: of the first worker;
    // with when_asked there is no doubt(). Throws Error(usage) where this system has none of what it takes.
    Isolation(const Caller& caller, bool isolate, std::size_t jobs,
              const WorkerCommand& worker = this_program(),
              isolated::Workers::Start start = isolated::Workers::Start::at_once);

    const Registry& stages() const { return stages_; }
    // What there is to warn of: that decoders may open files all the same. Or "".
    std::string doubt() const;
    // Holds workers to what there is for pictures, less what they take by themselves, which is returned: as
    // BatchOptions::set_aside. Before the first picture.
    std::size_t set_aside(std::size_t bytes, bool limited) const;
    MemoryLimit share(MemoryLimit limit) const;  // the same

private:
    std::size_t own_ = 0;  // bytes that workers take by themselves; those that may never start count nothing
    Spelling spelling_;
    std::unique_ptr<isolated::Workers> workers_;  // null: there is nothing that starts them
    Registry stages_;
};

// Whether this process was started to be a worker; then that is all it does, and ends with this code.
bool is_decoding_worker(const std::vector<std::string>& words);
int serve_as_decoding_worker();

}  // namespace sluice::apps

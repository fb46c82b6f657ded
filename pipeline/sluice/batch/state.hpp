// What a Batch is made of, for the program, which does more with it than run it.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/batch/record.hpp"
#include "pipeline/core/api.hpp"
#include "pipeline/sluice/batch.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

struct SLUICE_HIDDEN Batch::State {
    // As the constructor of Batch.
    State(const Graph& pipeline, const std::vector<std::filesystem::path>& inputs,
          const std::filesystem::path& output, BatchOptions options, const Registry& stages);
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    // What `resume` will go by, without opening anything to write. Doubtful lines are warnings.
    Record earlier_runs() const;
    void tell_doubtful(const Record& record) const;
    void say(LogMessage::Severity severity, const Wording& text) const;

    BatchOptions options;
    Job job;  // `memory` is what the options say, unless somebody has set it
    std::string fingerprint;
};

// What a manifest says of files that no device was asked to do: of several, none can be named.
// REQUIRES: a device is open.
std::string only_device(const DeviceGroup& devices);

}  // namespace sluice

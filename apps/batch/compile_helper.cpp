#include "apps/batch/compile_helper.hpp"

#include "apps/again.hpp"

#include "pipeline/device/program/kernel_cache.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <thread>

namespace sluice::apps {
namespace {

constexpr const char* mark = "SLUICE_COMPILE_HELPER";

// The second process could not read it again.
bool reads_stdin(const Arguments& arguments) {
    return std::count(arguments.words.begin(), arguments.words.end(), "-") > 0 ||
           (arguments.has("files-from") && arguments.text("files-from") == "-");
}

}  // namespace

bool is_compile_helper() { return std::getenv(mark) != nullptr; }

void start_compile_helper(const Arguments& arguments, const Job& job, const Device& device) {
    if (is_compile_helper() || job.files.size() < 2 || (job.memory && !job.memory.by_default) ||
        reads_stdin(arguments) || std::thread::hardware_concurrency() < 2 ||
        !compiles_everything(device.facts()))
        return;
    start_again({std::string(mark) + "=1"}, -1);
}

}  // namespace sluice::apps

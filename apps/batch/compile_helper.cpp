#include "apps/batch/compile_helper.hpp"

#include "apps/again.hpp"

#include "pipeline/core/standard_streams.hpp"
#include "pipeline/device/program/kernel_cache.hpp"
#include "pipeline/run/cores.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace sluice::apps {
namespace {

constexpr const char* mark = "SLUICE_COMPILE_HELPER";

// The second process could not read it again.
bool reads_stdin(const BatchRequest& request) {
    return is_stdin(request.extras.files_from.string()) ||
           std::any_of(request.inputs.begin(), request.inputs.end(), is_stdin);
}

}  // namespace

bool is_compile_helper() { return std::getenv(mark) != nullptr; }

void start_compile_helper(const BatchRequest& request, const Batch& batch, const Device& device) {
    if (is_compile_helper() || batch.files().size() < 2 || batch.options().limit_memory > 0 ||
        reads_stdin(request) || usable_cores() < 2 || !compiles_everything(device.facts()))
        return;
    start_again({std::string(mark) + "=1"}, -1);
}

}  // namespace sluice::apps

#include "apps/batch/dry_run.hpp"

#include "apps/terminal/failures.hpp"
#include "pipeline/batch/preview.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace sluice::apps {
namespace {

std::string by_rows_text(std::size_t readings) {
    if (readings == 0) return "";
    return ", decoded by rows " + (readings == 1 ? std::string("once") : std::to_string(readings) + " times");
}

}  // namespace

int dry_run(const Job& job, const Device& device, const Messages& messages) {
    std::size_t peak = 0, memory = 0, failed = 0;
    Failures failures(messages);
    for (const Preview& preview : preview_batch(job, device.facts())) {
        const std::string input = printable(preview.file.input);
        if (preview.status == FileStatus::failed) {
            ++failed;
            failures.tell(preview.file.input, preview.error, preview.file.output);
        } else if (preview.status == FileStatus::skipped) {
            print(input + ": " + preview.error + "\n");
        } else {
            print(input + " -> " + printable(preview.file.output) + "  " + preview.input->text() +
                  (preview.input == preview.output ? "" : " -> " + preview.output->text()) +
                  (preview.memory > 0 ? ", " + byte_count(preview.memory) : "") +
                  (preview.in_strips ? " in strips" : "") + by_rows_text(preview.readings) + "\n");
        }
        peak = std::max(peak, preview.device_bytes);
        memory = std::max(memory, preview.memory);
    }
    failures.tell_rest();
    if (peak > 0)
        print("Device memory of the largest image: " + byte_count(peak) + ", with " +
              std::to_string(job.steps.in_flight) + " in flight " + byte_count(peak * job.steps.in_flight) +
              " on " + short_name(device.facts()) + "\n");
    if (job.memory && !job.memory.by_default)
        print("Memory of the image that needs the most: " + byte_count(memory) + " of " +
              byte_count(job.memory.left()) + "; the program itself needs up to " +
              byte_count(job.memory.beside) + "\n");
    return failed > 0 ? Exit::some_failed : Exit::all_done;
}

}  // namespace sluice::apps

#include "apps/batch/dry_run.hpp"

#include "apps/batch/text.hpp"
#include "apps/terminal/failures.hpp"
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

int dry_run(const Batch& batch, const Device& device, const Messages& messages) {
    std::size_t peak = 0, memory = 0, failed = 0;
    Failures failures(messages);
    const BatchPreview all = batch.preview(device);
    for (const Preview& preview : all.files) {
        const std::string input = printable(preview.file.input);
        if (preview.status == FileStatus::failed) {
            ++failed;
            failures.tell(preview.file.input, preview.error, preview.file.output);
        } else if (preview.status == FileStatus::skipped) {
            print(input + ": " + preview.error + "\n");
        } else {
            print(input + arrow_to_outputs(preview.file) + "  " + preview.input->text() +
                  (preview.input == preview.output ? "" : " -> " + preview.output->text()) +
                  (preview.memory > 0 ? ", " + byte_count(preview.memory) : "") +
                  (preview.in_strips ? " in strips" : "") + by_rows_text(preview.readings) + "\n");
        }
        peak = std::max(peak, preview.device_bytes);
        memory = std::max(memory, preview.memory);
    }
    failures.tell_rest();
    const std::size_t in_flight = batch.options().in_flight;
    if (peak > 0)
        print("Device memory of the largest image: " + byte_count(peak) + ", with " +
              std::to_string(in_flight) + " in flight " + byte_count(peak * in_flight) + " on " +
              short_name(device.facts()) + "\n");
    if (all.room > 0)
        print("Memory of the image that needs the most: " + byte_count(memory) + " of " +
              byte_count(all.room) + "; the program itself needs up to " + byte_count(all.beside) + "\n");
    return failed > 0 ? Exit::some_failed : Exit::all_done;
}

}  // namespace sluice::apps

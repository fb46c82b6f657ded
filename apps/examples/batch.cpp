// Runs a pipeline on a folder of images: shows the progress and the result of each file, and how to stop the
// run.
//
//   batch INPUT OUTPUT
#include <sluice/batch.hpp>
#include <sluice/sluice.hpp>

#include <cstdint>
#include <iostream>
#include <stop_token>
#include <string>

namespace {

void show(const sluice::BatchProgress& at) {
    if (at.file == nullptr) return;  // a file has started
    const sluice::FileReport& file = *at.file;
    std::cout << at.finished << " of " << at.files << ": " << file.file.input.filename().string() << " "
              << name(file.status);
    if (file.status == sluice::FileStatus::done)
        std::cout << ", " << file.output->text() << (file.copied ? ", a copy" : "");
    std::cout << "\n";
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string input = argc > 1 ? argv[1] : "photos", output = argc > 2 ? argv[2] : "small";
    std::stop_source stop;  // a button calls stop.request_stop(), from any thread

    sluice::BatchOptions options;
    options.recursive = true;
    options.overwrite = sluice::Overwrite::always;
    options.set = {{"save.quality", std::int64_t{80}}, {"load.max_seconds", 10.0}};
    options.limit_memory = std::size_t{4} << 30;
    options.progress = show;
    options.log = [](const sluice::LogMessage& message) {
        if (message.severity < sluice::LogMessage::Severity::warning) return;
        std::cerr << name(message.severity) << ": " << message.where << ": " << message.text << "\n";
    };
    const sluice::Batch batch(sluice::Graph::from_chain("thumbnail 64"), {input}, output, options);
    const sluice::Summary summary = batch.run(sluice::Device::pick(), stop.get_token());

    std::cout << summary.done << " done, " << summary.failed << " failed, " << summary.skipped
              << " skipped\n";
    return summary.failed == 0 && summary.left == 0 ? 0 : 1;
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}

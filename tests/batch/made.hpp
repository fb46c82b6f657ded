// Small pictures and pipelines for tests of batches.
#pragma once

#include "io/folder.hpp"
#include "io/write.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/batch/collect.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace made {

inline const sluice::Registry& registry() {
    static const sluice::Registry stages(sluice::stage_table());
    return stages;
}

// A ramp from `low` to `high` in each channel.
inline sluice::HostImage ramp(const sluice::ImageFormat& format, double low, double high) {
    sluice::HostImage image(format);
    const std::size_t last = format.pixels() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        for (int c = 0; c < format.channels; ++c)
            sluice::set_sample(image.view(), i % format.width, i / format.width, c,
                               low + static_cast<double>(static_cast<long>(
                                         (high - low) * static_cast<double>(i) / static_cast<double>(last))));
    return image;
}

// The bytes of a picture file.
inline std::string file(const std::string& extension, const sluice::HostImage& image) {
    const std::vector<std::uint8_t> bytes = sluice::encode(extension, image.view(), image.metadata);
    return {bytes.begin(), bytes.end()};
}

inline std::string png(std::size_t width = 16, std::size_t height = 8, int channels = 3) {
    return file("png", ramp({width, height, channels}, 10, 200));
}

inline sluice::FilePipeline pipeline(const std::string& chain) {
    sluice::Diagnostics faults;
    sluice::FilePipeline result(sluice::wrapped(sluice::Graph::from_chain(chain), registry()), registry(),
                                faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return result;
}

// Files of a folder into another one, with the extension `format` where it is given.
inline std::vector<sluice::BatchFile> folder_to_folder(const std::filesystem::path& in,
                                                       const std::filesystem::path& out,
                                                       const std::string& format = "") {
    std::vector<sluice::BatchFile> files;
    sluice::ListOptions options;
    options.recursive = true;
    for (const sluice::InputFile& input : sluice::list_inputs({in.string()}, options).files) {
        std::filesystem::path output = out / input.relative;
        if (!format.empty()) output.replace_extension(format);
        files.push_back({input.path, output});
    }
    return files;
}

// A device step that gives the image back as it came.
inline sluice::Finish unchanged(const sluice::Decoded& decoded, sluice::FileReport&) {
    return [image = decoded.images.begin()->second](sluice::FileReport&) {
        sluice::Processed processed;
        processed.images.emplace("save", image);
        return processed;
    };
}

// Inverts the pictures of folder/in into folder/out.
inline sluice::Summary run(const TemporaryFolder& folder, Collect& collect,
                           sluice::Overwrite overwrite = sluice::Overwrite::never,
                           sluice::StepsOptions steps = {.workers = 2}) {
    const sluice::Job job{
        pipeline("invert"), folder_to_folder(folder / "in", folder / "out"), overwrite, std::move(steps), {}};
    return sluice::run_batch(job, unchanged, collect);
}

}  // namespace made

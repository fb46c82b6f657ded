#include "tests/fuzz/targets.hpp"

#include "io/codecs.hpp"
#include "io/colours.hpp"
#include "io/cube.hpp"
#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/exif/position.hpp"
#include "io/icc.hpp"
#include "io/rawvideo/rawvideo.hpp"
#include "io/read.hpp"
#include "io/statistics_file.hpp"
#include "pipeline/files/write_all.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace sluice::fuzz {
namespace {

namespace fs = std::filesystem;

std::string text_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

template <class Work>
void refused_or_done(Work work) {
    try {
        work();
    } catch (const Error&) {  // that is what bad input is
    }
}

// For what reads a file by its name; it has none in a folder.
template <class Work>
void in_a_file(Bytes bytes, Work work) {
    const int file = ::memfd_create("fuzz", MFD_CLOEXEC);
    if (write_all(file, bytes)) work("/proc/self/fd/" + std::to_string(file));
    ::close(file);
}

// Small enough for thousands in a second; the limits of the library are for what is large.
constexpr std::size_t most_pixels = std::size_t{1} << 20;

// As a user reads it: strictly, then what can be read of it, all pages.
void decode(Bytes file, const Codec& codec) {
    const Codec* found = codec_of_content(file.first(std::min<std::size_t>(file.size(), 64 << 10)));
    if (found != &codec && codec.probe) return;
    const std::string name = "it." + codec.extensions.front();
    ReadOptions options;
    options.max_pixels = most_pixels;
    options.max_seconds = 20;
    refused_or_done([&] { probe(file, name, options); });
    refused_or_done([&] { read(file, name, options); });
    options.lenient = true;
    refused_or_done([&] { read(file, name, options); });
    options.page = 0;
    refused_or_done([&] { read(file, name, options); });
    if (!codec.holds.as_they_are) return;  // arrays have axes
    for (const std::string layout : {"chw", "nhw", "nchw"}) {
        options.of_format["layout"] = layout;
        refused_or_done([&] { read(file, name, options); });
    }
}

// Of raw video, options say what a frame is: here, the first bytes.
void decode_frames(Bytes file) {
    if (file.size() < 3) return;
    ReadOptions options;
    options.format = "rawvideo";
    options.max_pixels = most_pixels;
    options.of_format["size"] = std::to_string(1 + file[0] % 40) + "x" + std::to_string(1 + file[1] % 40);
    options.of_format["pixels"] = std::string(names_of<RawPixels>.at(file[2] % names_of<RawPixels>.size()));
    const Bytes frames = file.subspan(3);
    for (const bool lenient : {false, true})
        for (const int page : {0, 1, 2}) {
            options.lenient = lenient;
            options.page = page;
            refused_or_done([&] { read(frames, "it", options); });
        }
}

// What follows from a text is checked against the stages, as before it is planned.
void check_graph(const Graph& graph) {
    static const Registry stages(stage_table());
    Diagnostics faults;
    check(graph, stages, faults, {.paths_later = true});
    static_cast<void>(faults.text());
}

// None where the sources are not, as on the machines of OSS-Fuzz, which bring the seeds along.
std::vector<std::string> pictures(const Codec& codec) {
    std::vector<std::string> files;
    if (!fs::is_directory(SLUICE_TEST_DATA)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(SLUICE_TEST_DATA)) {
        std::string extension = entry.path().extension().string();
        if (!extension.empty() && codec_of_extension(extension) == &codec && entry.file_size() < 20'000)
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// Of colours; none without Little CMS.
std::vector<std::string> profiles() {
    std::vector<std::string> all;
    refused_or_done([&] {
        for (const bool grey : {false, true})
            all.push_back(text_of(standard_profile(StandardColours::srgb, grey).icc));
    });
    return all;
}

std::vector<Target> made() {
    std::vector<Target> all;
    for (const Codec& codec : codecs())
        if ((codec.reads() || !codec.missing.empty()) && codec.probe)
            all.push_back(
                {codec.extensions.front(), [&codec](Bytes file) { decode(file, codec); }, pictures(codec)});
    all.push_back({"rawvideo", decode_frames, {std::string("\x03\x01\x02", 3) + std::string(2 * 12, 'a')}});
    all.push_back(
        {"chain",
         [](Bytes text) { refused_or_done([&] { check_graph(Graph::from_chain(text_of(text))); }); },
         {"load a.png | normalize mode=percentile low=1 group=joint | gamma 0.8 | save b.png",
          "load 'a b.jpg' as a | resize width=50% | [a] blend $a mode=multiply opacity=0.5"}});
    all.push_back(
        {"pipeline",
         [](Bytes text) {
             refused_or_done([&] { check_graph(Graph::from_text(text_of(text), "it.yaml")); });
             refused_or_done([&] { check_graph(Graph::from_text(text_of(text), "it.json")); });
         },
         {SLUICE_SOURCE_DIR "/apps/examples/prints.yaml", SLUICE_SOURCE_DIR "/apps/examples/scan.yaml",
          SLUICE_SOURCE_DIR "/apps/examples/stretch.yaml",
          R"({"pipeline": [{"load": {"path": "a.png"}}, {"gamma": 0.8}, {"save": "b.png"}]})"}});
    all.push_back(
        {"cube",
         [](Bytes text) { refused_or_done([&] { parse_cubes(text_of(text)); }); },
         {"TITLE \"a\"\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
          "LUT_3D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 "
          "1\n0 1 1\n1 1 1\n"}});
    all.push_back({"statistics",
                   [](Bytes text) {
                       in_a_file(text, [](const std::string& path) {
                           refused_or_done([&] { read_statistics(path); });
                           refused_or_done([&] { read_histograms(path); });
                       });
                   },
                   {R"({"files": [{"path": "a.png", "pixel": "u8", "channels": [{"name": "R", "count": 6, )"
                    R"("min": 1, "max": 3, "mean": 2.5, "std": 1, "histogram": [1, 2, 3]}]}]})"}});
    all.push_back({"exif",
                   [](Bytes block) {
                       refused_or_done([&] { exif_orientation(block); });
                       refused_or_done([&] { exif_resolution(block); });
                       refused_or_done([&] { upright_exif(block); });
                       for (const auto remove : {remove_position_of_exif, remove_position_of_xmp})
                           refused_or_done([&] {
                               std::vector<std::uint8_t> changed(block.begin(), block.end());
                               remove(changed);
                           });
                   },
                   {std::string("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0", 26)}});
    all.push_back(
        {"icc",
         [](Bytes profile) {
             icc_name(profile);
             const bool grey = profile.size() > 16 && profile[16] == 'G';
             const auto srgb = standard_profile(StandardColours::srgb, grey).icc;
             for (const Intent intent : {Intent::relative, Intent::perceptual}) {
                 refused_or_done([&] { ColourConversion(profile, srgb, intent).changes(1.0 / 255); });
                 refused_or_done([&] { ColourConversion(srgb, profile, intent).changes(1.0 / 255); });
             }
         },
         profiles()});
    return all;
}

}  // namespace

const std::vector<Target>& targets() {
    static const std::vector<Target> all = made();
    return all;
}

std::vector<std::string> seeds_of(const Target& target) {
    std::vector<std::string> all;
    for (const std::string& seed : target.seeds) {
        std::ifstream file(seed.starts_with('/') ? seed : "", std::ios::binary);
        all.push_back(file ? std::string(std::istreambuf_iterator<char>(file), {}) : seed);
    }
    return all;
}

}  // namespace sluice::fuzz

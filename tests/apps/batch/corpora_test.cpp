// sluice batch over real files of every kind: what it makes equals the reference, what it refuses is what the
// library refuses.
#include "tests/apps/corpora.hpp"
#include "io/save_format.hpp"
#include "tests/apps/program.hpp"
#include "tests/corpora.hpp"
#include "tests/error_of.hpp"

#include "io/save_format.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/convert.hpp"
#include "tests/reference/normalize.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace sluice;
using nlohmann::json;

namespace {

// All as PNG, with names that tell the place in the list.
Reports batch(const Scratch& folder, const std::string& list, const std::string& storage) {
    const Outcome outcome =
        sluice_program({"batch", "-q", "--files-from", list, "-o", folder / storage, "--format", "png",
                        "--name", "{index}.{ext}", "--max-pixels", std::to_string(corpora_max_pixels),
                        "--storage", storage, "--manifest", "-", "--normalize", "minmax"});
    CHECK(outcome.code == 1);  // not all are pictures
    json lines = json::array();
    std::istringstream stream(outcome.out);
    for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
    return by_path(lines);
}

// Integers are equal. Floats are saved as 16 bit, light encoded and numbers as they stand: within rounding.
reference::Difference difference(const HostImage& result, const HostImage& image) {
    const HostImage stretched = reference::minmax(image.view()).image;
    const ImageFormat saved = writable("png", image.format());
    if (saved == image.format()) return reference::compare(result.view(), stretched.view());
    const HostImage converted = reference::convert(stretched.view(), saved);
    ConstHostView expected = converted.view();
    expected.format.space = Space::encoded;  // as a PNG is read
    return reference::compare(result.view(), expected, {2, 0});
}

}  // namespace

TEST_CASE("batch gives for every file of the corpora what the reference has, on both storages") {
    if (no_corpora()) return;
    const Scratch folder;
    std::string list;
    for (const auto& path : corpus_files()) list += path.string() + "\n";
    folder.put("list", list);
    const Reports buffers = batch(folder, folder / "list", "buffer");
    const Reports images = batch(folder, folder / "list", "image");
    CHECK(buffers.size() == corpus_files().size());
    CHECK(images.size() == corpus_files().size());

    std::size_t done = 0, only_buffers = 0;
    for (const auto& entry : buffers) {  // clang 14 takes no parts of a pair into CAPTURE
        const auto& path = entry.first;
        const json& report = entry.second;
        CAPTURE(path);
        const Picture picture(path);
        const std::string unwritable =
            picture.image ? error_of([&] { writable("png", picture.image->format()); }) : "";
        if (!unwritable.empty() || picture.too_high()) {
            const std::string said = images.at(path).at("error");
            CHECK(said.find(picture.too_high() ? "cannot be stored in an image object" : unwritable) !=
                  std::string::npos);
            if (unwritable.empty()) ++only_buffers;
            if (!unwritable.empty()) continue;
        }
        for (const json& said :
             picture.too_high() ? std::vector<json>{report} : std::vector<json>{report, images.at(path)}) {
            CHECK(said.at("status") == (picture.image ? "done" : "failed"));
            CHECK(said.at("error") == picture.error());
        }
        if (!picture.image || report.at("status") != "done") continue;
        ++done;
        const std::string output = report.at("output");
        const auto difference = ::difference(read(output), *picture.image);
        CHECK_MESSAGE(difference.none(), difference.text);
        if (!picture.too_high())
            CHECK(bytes_of(output) == bytes_of(images.at(path).at("output").get<std::string>()));
    }
    CHECK(done > 290);
    CHECK(folder.files("buffer").size() == done);
    CHECK(folder.files("image").size() == done - only_buffers);
}

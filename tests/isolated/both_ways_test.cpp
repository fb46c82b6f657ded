// What is read in a worker is what is read in the program: pixels, metadata, formats, memory, warnings and
// errors.
#include "io/codecs.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/corpora.hpp"
#include "tests/isolated/support.hpp"
#include "tests/places.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace sluice;
using namespace support;

namespace fs = std::filesystem;

const Registry& real() {
    static const Registry stages(stage_table());
    return stages;
}

// Of checked parameters, as a pipeline has them.
Values values_of(const fs::path& path, bool lenient) {
    Values values;
    for (const ParamDecl& param : real().find("load")->params) values[param.name] = param.standard;
    values["path"] = path.string();
    values["lenient"] = lenient;
    values["max_pixels"] = std::int64_t{2'000'000};
    return values;
}

bool same_pixels(const ConstHostView& a, const ConstHostView& b) {
    if (!(a.format == b.format) || a.pitch != b.pitch || a.step() != b.step()) return false;
    const std::size_t row = a.format.width * a.step() * bytes(a.format.pixel);
    for (std::size_t y = 0; y < a.format.rows(); ++y)
        if (std::memcmp(a.row(y), b.row(y), row) != 0) return false;
    return true;
}

bool same(const Metadata& a, const Metadata& b) {
    return a.icc == b.icc && a.icc_space == b.icc_space && a.exif == b.exif && a.xmp == b.xmp &&
           a.resolution == b.resolution && a.png_color == b.png_color && a.animation == b.animation &&
           a.altered == b.altered;
}

// What `action` gives as text, or its error.
std::string said(const std::function<std::string()>& action) {
    try {
        return action();
    } catch (const Error& error) {
        std::string text = std::string("error: ") + error.what();
        for (const Remedy& remedy : error.remedies()) text += "\n" + remedy.parameter;
        return text;
    }
}

std::string words(const ImageHeader& header) {
    std::string text =
        header.format.text() + " of " + header.whole.text() + " by " + std::to_string(header.shrink);
    for (const Shrunk& as : header.smaller)
        text += " / " + std::to_string(as.by) + " " + std::to_string(as.left) + " " + std::to_string(as.top);
    return text;
}

class BothWays {
public:
    void compare(const fs::path& path, bool lenient, Layout layout) {
        CAPTURE(path);
        const Values values = values_of(path, lenient);
        const Read here = read(load_of(real()), values, layout), there = read(isolated_, values, layout);
        CHECK(here.error == there.error);
        CHECK(here.warnings == there.warnings);
        CHECK(here.image.destination().layout == there.image.destination().layout);
        CHECK(same_pixels(here.image.view(), there.image.view()));
        CHECK(same(here.image.metadata, there.image.metadata));
        here.error.empty() ? ++read_ : ++refused_;
        compare_headers(values);
    }
    std::size_t read_count() const { return read_; }
    std::size_t refused_count() const { return refused_; }

private:
    void compare_headers(const Values& values) {
        const auto both = [&](const auto& ask) {
            const std::string here = said([&] { return ask(load_of(real())); });
            CHECK(here == said([&] { return ask(isolated_); }));
            return here;
        };
        both([&](const SourceDef& load) {
            const auto file = load.open(values);
            std::string text = words(file->header());
            if (file->header().smaller.empty()) return text;
            file->read_smaller(file->header().smaller.front());
            return text + ", smaller " + words(file->header());
        });
        const std::string refusal =
            both([&](const SourceDef& load) { return load.open(values)->row_memory().refusal; });
        if (refusal.empty()) compare_rows(values);
    }

    void compare_rows(const Values& values) {
        const auto by_rows = [&](const SourceDef& load, HostImage& image) {
            return said([&] {
                std::string warnings;
                const auto file = load.open(values);
                const auto reader = file->rows([&](const std::string& text) { warnings += text + "\n"; });
                image = HostImage(reader->format());
                image.metadata = reader->metadata();
                constexpr std::size_t some = 7;
                for (std::size_t y = 0; y < image.format().rows(); y += some)
                    reader->read(rows_of(image.view(), y, std::min(some, image.format().rows() - y)));
                return warnings;
            });
        };
        HostImage here, there;
        const std::string words = by_rows(load_of(real()), here);
        CHECK(words == by_rows(isolated_, there));
        if (words.starts_with("error: ")) return;  // until it was found, more was read there or here
        CHECK(same_pixels(here.view(), there.view()));
        CHECK(same(here.metadata, there.metadata));
    }

    isolated::Workers workers_{real_worker(), 1};
    Registry stages_ = isolated::isolated_stages(real(), workers_);
    const SourceDef& isolated_ = load_of(stages_);
    std::size_t read_ = 0, refused_ = 0;
};

// Every n-th file of the corpora, so that all kinds have their turn.
std::vector<fs::path> sample(std::size_t n) {
    std::vector<fs::path> some;
    for (const fs::path& path : corpus_files())
        if (fs::file_size(path) < (std::size_t{1} << 18)) some.push_back(path);
    std::size_t number = 0;
    std::erase_if(some, [&](const fs::path&) { return number++ % n != 0; });
    return some;
}

}  // namespace

TEST_CASE("files of the repository are read in a worker as in the program") {
    BothWays both;
    for (const char* folder : {"/tests/data/io", "/tests/data/tiff", "/tests/data/hostile"})
        for (const auto& entry : fs::recursive_directory_iterator(std::string(SLUICE_SOURCE_DIR) + folder))
            if (entry.is_regular_file())
                both.compare(entry.path(), false,
                             both.read_count() % 2 == 0 ? Layout::packed : Layout::device);
    CHECK(both.read_count() > 5);
    CHECK(both.refused_count() > 3);
    both.compare("/nowhere/at.all", false, Layout::packed);
    both.compare(fs::path(SLUICE_SOURCE_DIR), false, Layout::packed);
}

TEST_CASE("files of the corpora are read in a worker as in the program") {
    if (no_corpora()) return;
    constexpr std::size_t share = 4;
    BothWays both;
    for (const fs::path& path : sample(share)) {
        both.compare(path, false, both.read_count() % 2 == 0 ? Layout::packed : Layout::device);
        if (both.refused_count() % 4 == 0) both.compare(path, true, Layout::device);
    }
    CHECK(both.read_count() > 50);
    CHECK(both.refused_count() > 30);
}

TEST_CASE("files whose decoder may end the process are read in workers, the others in the program") {
    using isolated::Workers;
    const Codec* codec = codec_of_extension("jxl");
    if (!codec->reads()) return report_skip("sluice was built without libjxl");
    CHECK(codec->isolated);
    const std::string folder = std::string(SLUICE_SOURCE_DIR) + "/tests/data/io/";
    const Values png = values_of(folder + "rgb8.png", false), jxl = values_of(folder + "rgb8.jxl", false);

    Workers none({"/bin/true"}, 1, Workers::Start::when_asked);
    const Registry without = isolated::isolated_stages(real(), none, isolated::Isolated::dangerous);
    CHECK(read(load_of(without), png, Layout::packed).error == "");
    CHECK(read(load_of(without), jxl, Layout::packed)
              .error.find("no decoder can be started in a separate process") != std::string::npos);

    Workers some(real_worker(), 1, Workers::Start::when_asked);
    const Registry with = isolated::isolated_stages(real(), some, isolated::Isolated::dangerous);
    const Read there = read(load_of(with), jxl, Layout::packed),
               here = read(load_of(real()), jxl, Layout::packed);
    CHECK(there.error == "");
    CHECK(same_pixels(there.image.view(), here.image.view()));
    // What a file is called decides nothing.
    const TemporaryFolder other;
    const Values named = values_of(other.put("a.png", bytes_of(folder + "rgb8.jxl")), false);
    CHECK(read(load_of(without), named, Layout::packed).error != "");
    CHECK(same_pixels(read(load_of(with), named, Layout::packed).image.view(), here.image.view()));
}

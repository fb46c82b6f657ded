// 8- and 16-bit results of every stage are the same to the bit on every device, and of what reads neighbours
// those of f32 too: hashes of them stand in a list. Results that are floats are in it for the latter alone,
// and then without space=linear, whose powers a device may round otherwise.
#include "tests/all.hpp"
#include "tests/places.hpp"
#include "tests/stages/every_stage.hpp"
#include "tests/stages/neighbours.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::string list_path = std::string(SLUICE_TEST_DATA) + "/hashes.txt";

struct Case {
    std::string chain;
    std::map<std::string, ImageFormat> formats;  // by the id of the input

    std::string text() const {
        std::string text;
        for (const auto& [id, format] : formats) text += id + ": " + format.text() + "; ";
        return text + chain;
    }
    Images images() const {
        Images images;
        for (const auto& [id, format] : formats)
            images.emplace(id, reference::random_image(
                                   format, {.seed = id.size(), .transparent = format.has_alpha() ? 0.3 : 0}));
        return images;
    }
};

ImageFormat of(Size size, int channels, Pixel pixel) {
    ImageFormat format{size.width, size.height, channels, pixel};
    format.grey_alpha = channels == 2;
    return format;
}

// Whether it is legal, and all that it gives are integers of 8 or 16 bits.
bool gives_integers(const Case& one) {
    try {
        const Plan plan(Graph::from_chain(one.chain), formats_of(one.images()), device());
        const auto& nodes = plan.execution->graph.nodes;
        return std::all_of(nodes.begin(), nodes.end(), [](const Primitive& node) {
            return !node.is(Kind::sink) ||
                   (node.format && is_integer(node.format->pixel) && bytes(node.format->pixel) <= 2);
        });
    } catch (const Error&) {
        return false;
    }
}

// One stage each, of grey and RGBA, 8 and 16 bit.
std::vector<Case> cases_of_every_stage() {
    std::vector<Case> all;
    for (const StageChain& one : chains_of_every_stage())
        for (const Pixel pixel : {Pixel::u8, Pixel::u16})
            for (const int channels : {1, 4}) {
                Case made{one.chain, {}};
                for (const std::string& id : one.inputs)
                    made.formats.emplace(id, of({37, 19}, channels, pixel));
                if (gives_integers(made)) all.push_back(std::move(made));
            }
    return all;
}

const std::vector<Pixel> pixels{Pixel::u8, Pixel::u16, Pixel::f32};

std::vector<Case> cases() {
    std::vector<Case> all;
    const auto add = [&](const std::string& chain, const ImageFormat& format) {
        all.push_back({chain, {{"input", format}}});
    };
    const std::vector<std::string> filters{"nearest", "linear", "cubic", "lanczos3", "box", "area"};
    const std::vector<std::string> sizes{"width=24 height=15", "width=83 height=52", "scale=0.5",
                                         "width=30 antialias=false"};
    const std::vector<std::string> alphas{"weigh", "straight"};
    for (const auto& [filter, size, pixel, channels, alpha] :
         every_pair(filters, sizes, pixels, std::vector<int>{1, 3, 4}, alphas))
        add("resize filter=" + filter + " " + size + " alpha=" + alpha, of({61, 37}, channels, pixel));
    const std::vector<std::string> fits{"inside", "outside", "cover", "pad"};
    for (std::size_t i = 0; i < fits.size(); ++i)
        add("invert | resize width=40 height=50 fit=" + fits[i] + " | invert",
            of({61, 37}, i % 2 == 0 ? 4 : 3, pixels[i % pixels.size()]));
    add("resize space=linear width=24 height=15", of({61, 37}, 4, Pixel::u8));
    add("resize id=half scale=0.5 | resize scale=2 | output; output from=half id=small",
        of({61, 37}, 3, Pixel::u8));

    const std::vector<std::string> sigmas{"sigma=1 truncate=2", "sigma=2,0.7", "sigma=9"};
    const std::vector<std::string> edges{"clamp", "mirror", "wrap", "constant color=100"};
    for (const auto& [sigma, edge, pixel, channels, alpha] :
         every_pair(sigmas, edges, pixels, std::vector<int>{1, 3, 4}, alphas))
        add("gaussian " + sigma + " edge=" + edge + " alpha=" + alpha, of({43, 29}, channels, pixel));

    const std::vector<std::string> means{"box 3,2 edge=mirror", "box 20",
                                         "unsharp 2,0.5 amount=1.5 threshold=0.02"};
    for (const auto& [mean, pixel, channels] : every_pair(means, pixels, std::vector<int>{1, 3, 4}))
        add(mean, of({43, 29}, channels, pixel));

    for (const auto& [sums, pixel, channels] :
         every_pair(std::vector<std::string>{"integral", "integral f32"}, pixels, std::vector<int>{1, 3, 4}))
        add(sums, of({83, 29}, channels, pixel));

    for (const auto& [move, pixel, channels] : every_pair(
             std::vector<std::string>{"crop 20,11", "crop x=5 y=3 width=9 height=7", "flip x", "flip y",
                                      "pad 50,40 color=9", "pad left=3 bottom=30 edge=mirror",
                                      "letterbox 32 height=40 color=114"},
             pixels, std::vector<int>{1, 3, 4}))
        add("invert | " + move, of({43, 29}, channels, pixel));

    const std::vector<std::string> samplings{"nearest", "linear", "cubic"};
    const std::vector<std::string> moves{
        "warp matrix=0.87,-0.5,9,0.5,0.87,-7", "warp matrix=0.9,-0.2,8,0.3,0.8,-2,0.004,-0.003,1 width=50",
        "rotate 37", "rotate -100 expand=false", "undistort fx=45 k=-0.3,0.1,0.002,-0.01"};
    for (const auto& [move, sampling, pixel, channels, alpha] :
         every_pair(moves, samplings, pixels, std::vector<int>{1, 3, 4}, alphas))
        add(move + " filter=" + sampling + " alpha=" + alpha, of({43, 29}, channels, pixel));
    for (const char* edge : {"clamp", "mirror", "wrap", "constant color=100"})
        add(std::string("invert | warp matrix=0.5,0.1,9,0,0.7,4 edge=") + edge + " | invert",
            of({43, 29}, 4, Pixel::u8));
    for (const auto& [sampling, pixel, map] :
         every_pair(samplings, pixels, std::vector<Pixel>{Pixel::u8, Pixel::f32}))
        all.push_back({"input id=map; input | remap from=input,map edge=mirror filter=" + sampling,
                       {{"input", of({43, 29}, 4, pixel)}, {"map", of({31, 23}, 3, map)}}});

    for (const auto& [mode, pixel, base, top, place] :
         every_pair(std::vector<std::string>{"normal", "multiply"}, pixels, std::vector<int>{1, 3, 4},
                    std::vector<int>{2, 3, 4}, std::vector<std::string>{"x=3 y=-2", "gravity=southeast"}))
        all.push_back({"input id=top; input | blend from=input,top opacity=0.6 mode=" + mode + " " + place,
                       {{"input", of({37, 19}, base, pixel)}, {"top", of({21, 13}, top, pixel)}}});
    all.push_back({"input id=mask; input id=top; input | blend from=input,top,mask gravity=centre",
                   {{"input", of({37, 19}, 4, Pixel::u8)},
                    {"top", of({21, 13}, 4, Pixel::u8)},
                    {"mask", of({21, 13}, 1, Pixel::u8)}}});
    all.push_back(
        {"input id=input; input id=top; resize from=top id=logo width=9; gaussian from=input sigma=1.5 | "
         "blend from=gaussian,logo gravity=southeast | resize width=50",
         {{"input", of({37, 19}, 3, Pixel::u16)}, {"top", of({21, 13}, 4, Pixel::u8)}}});
    for (const auto& [filter, format, pixel] :
         every_pair(std::vector<std::string>{"nearest", "linear", "linear siting=center"},
                    std::vector<std::string>{"nv12", "i420 matrix=bt709", "yuyv range=full"},
                    std::vector<Pixel>{Pixel::u8, Pixel::u16})) {
        const bool packed = format.starts_with("yuyv"), three = format.starts_with("i420");
        Case one{"yuv " + format + " filter=" + filter, {{"input", of({38, 19}, packed ? 2 : 1, pixel)}}};
        if (!packed) {
            one.formats.emplace("second", of({19, 10}, three ? 1 : 2, pixel));
            if (three) one.formats.emplace("third", of({19, 10}, 1, pixel));
            one.chain = std::string("input id=second; ") + (three ? "input id=third; " : "") +
                        "input id=input; yuv from=input,second" + (three ? ",third " : " ") + format +
                        " filter=" + filter;
        }
        all.push_back(std::move(one));
    }
    add("demosaic gbrg method=mhc", of({37, 19}, 1, Pixel::u16));
    add("threshold 0.6 | label 4 area_min=2", of({83, 29}, 1, Pixel::u8));
    add("threshold 0.4 | label", of({83, 29}, 1, Pixel::u16));
    const std::vector<Case> of_every_stage = cases_of_every_stage();
    all.insert(all.end(), of_every_stage.begin(), of_every_stage.end());
    return all;
}

// Of all results: their sizes, and their bytes. FNV-1a.
std::string hash(const Found& found) {
    std::uint64_t state = 14695981039346656037u;
    const auto add = [&](const void* data, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            state = (state ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
    };
    for (const auto& [id, image] : found.images) {
        const std::string text = id + " " + image.format().text();
        add(text.data(), text.size());
        const std::size_t row = image.format().host_bytes() / image.format().rows();
        for (std::size_t y = 0; y < image.format().rows(); ++y) add(image.row(y), row);
    }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(state));
    return text;
}

// One way to run it; rows: of a strip, 0 for the whole.
struct Run {
    StorageChoice storage;
    bool fuse;
    std::size_t rows;
};
std::vector<Run> runs() {
    std::vector<Run> all;
    for (const std::size_t rows : {0, 7, 2, 1})
        for (const bool fuse : {true, false})
            for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image})
                all.push_back({storage, fuse, rows});
    for (const bool fuse : {true, false}) all.push_back({StorageChoice::natural, fuse, 0});
    return all;
}

// Nullopt where it cannot be cut into strips so low, or the device has no such image objects.
std::optional<std::string> hash(const Case& of, const Run& run) {
    const Images images = of.images();
    PlanOptions options = way(run.storage, 0, 0, run.fuse).options;
    if (run.storage == StorageChoice::natural)
        for (const auto& [id, format] : of.formats)
            if (!has_natural(format)) return std::nullopt;
    if (run.rows > 0) {
        const auto cut = in_strips_of(run.rows, of.chain, images, options);
        if (!cut) return std::nullopt;
        options = *cut;
    }
    return hash(found(of.chain, images, options));
}

std::map<std::string, std::string> listed() {
    std::map<std::string, std::string> hashes;
    std::ifstream file(list_path);
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') hashes[line.substr(18)] = line.substr(0, 16);
    return hashes;
}

// SLUICE_TEST_PART=2/16: the third of sixteen parts, for as many processes on a machine with a GPU.
struct Part {
    std::size_t index = 0, of = 1;

    static Part asked() {
        Part part;
        if (const char* text = std::getenv("SLUICE_TEST_PART"))
            REQUIRE(std::sscanf(text, "%zu/%zu", &part.index, &part.of) == 2);
        REQUIRE(part.index < part.of);
        return part;
    }
    bool has(std::size_t number) const { return number / 4 % of == index; }
};

}  // namespace

// A fourth of the cases, each in another way; all in every way with SLUICE_TEST_ALL (./dev test --all).
TEST_CASE("stages give the bits whose hashes are listed, in every way to run them") {
    const std::map<std::string, std::string> hashes = listed();
    const std::vector<Case> all = cases();
    const std::vector<Run> ways = runs();
    const bool every = test::takes_all();
    const Part part = Part::asked();
    std::size_t done = 0, next = 0;
    for (std::size_t number = 0; number < all.size(); ++number) {
        const Case& one = all[number];
        CAPTURE(one.text());
        REQUIRE(hashes.contains(one.text()));
        if (!part.has(number) || (!every && number % 4 != 0)) continue;
        for (std::size_t i = 0, found = 0; i < ways.size() && (every || found == 0); ++i) {
            const Run& run = ways[every ? i : next++ % ways.size()];
            CAPTURE(run.storage);
            CAPTURE(run.fuse);
            CAPTURE(run.rows);
            const std::optional<std::string> result = hash(one, run);
            if (!result) continue;
            CHECK(*result == hashes.at(one.text()));
            ++found, ++done;
        }
    }
    CHECK(hashes.size() == all.size());
    MESSAGE(all.size() << " cases, " << done << " runs");
}

TEST_CASE("every stage that gives images is in the list of hashes") {
    const std::map<std::string, std::string> hashes = listed();
    for (const StageDef* stage : builtin_stages().all()) {
        if (!is_for_users(*stage) || !gives_image(*stage)) continue;
        CAPTURE(stage->name);
        CHECK(std::any_of(hashes.begin(), hashes.end(), [&](const auto& one) {
            const std::string text = " " + one.first + " ";
            return text.find(" " + stage->name + " ") != std::string::npos;
        }));
    }
    for (const StageChain& one : chains_of_every_stage()) {
        if (!one.chosen) continue;
        CAPTURE(one.chain);
        CHECK(std::any_of(hashes.begin(), hashes.end(),
                          [&](const auto& listed) { return listed.first.ends_with("; " + one.chain); }));
    }
}

// ./dev hashes
TEST_CASE("the list of hashes is written" * doctest::skip()) {
    std::ofstream file(list_path);
    file << "# Hashes of results of tests/stages/hashes_test.cpp. `./dev hashes` writes them, where results "
            "are "
            "meant to change.\n";
    for (const Case& one : cases())
        file << hash(one, {StorageChoice::buffer, false, 0}).value() << "  " << one.text() << "\n";
    CHECK(file.good());
}

#include "tests/io/known_image.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/write.hpp"
#include "pipeline/core/image_stream.hpp"
#include "pipeline/files/input.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace sluice;
using known::difference;
using known::load;

namespace {

std::vector<known::Value> greys(const known::Value& value) { return {value, value, value}; }

HostImage y4m_page(const std::string& bytes, int page) {
    ReadOptions options;
    options.page = page;
    return read(as_bytes(bytes), "x.y4m", options);
}

// With planes of one number each.
std::string y4m_flat(const std::string& header, std::size_t luma, std::size_t differences, char y, char u,
                     char v) {
    return "YUV4MPEG2 " + header + "\nFRAME\n" + std::string(luma, y) + std::string(differences, u) +
           std::string(differences, v);
}

std::string y4m_fault(const std::string& bytes) {
    return known::error_of([&] { read(as_bytes(bytes), "x.y4m"); });
}

}  // namespace

TEST_CASE("frames of the full range without colours are what they say") {
    CHECK(difference(load("mono.y4m"), known::image({known::grey})) == "");
    std::vector<std::string> warnings;
    CHECK(difference(load("rgb420.y4m", &warnings), known::image(greys(known::grey))) == "");
    CHECK(warnings == std::vector<std::string>{"only page 1 of several is taken; load.page takes another, or "
                                               "0 all of one size as layers"});
}

TEST_CASE("colours and limited ranges follow BT.601") {
    const auto first = [](const std::string& bytes) {
        const HostImage image = y4m_page(bytes, 1);
        return std::vector<double>{sample(image.view(), 0, 0, 0), sample(image.view(), 0, 0, 1),
                                   sample(image.view(), 0, 0, 2)};
    };
    const char red[] = {81, 90, static_cast<char>(240)};
    for (const auto& [colours, shared] :
         {std::pair("C420", 1u), std::pair("C422", 2u), std::pair("C444", 4u)})
        CHECK(first(y4m_flat("W2 H2 " + std::string(colours), 4, shared, red[0], red[1], red[2])) ==
              std::vector<double>{254, 0, 0});
    CHECK(first(y4m_flat("W2 H2 C420", 4, 1, static_cast<char>(235), static_cast<char>(128),
                         static_cast<char>(128))) == std::vector<double>{255, 255, 255});
}

TEST_CASE("frames of a Y4M are pages, and layers of one image") {
    Input file(known::path("rgb420.y4m"));
    const Bytes all = file.all(1 << 20);
    const std::string bytes(all.begin(), all.end());
    CHECK(difference(y4m_page(bytes, 2), known::image(greys(known::alpha))) == "");
    CHECK(y4m_page(bytes, 0).format().layers == 2);
    CHECK(known::contains(known::error_of([&] { y4m_page(bytes, 3); }), "it has no page 3: it has 2 pages"));
}

TEST_CASE("what is written is read again, but for what colours share") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16})
        for (const int channels : {1, 3})
            for (const std::string chroma : {"420", "422", "444"}) {
                const double white = default_white(pixel);
                const HostImage image =
                    reference::image_of({7, 5, channels, pixel}, [&](std::size_t x, std::size_t y, int c) {
                        const auto pair = static_cast<double>(x / 2 + y / 2);
                        return std::floor(white * (0.2 + 0.1 * pair + 0.05 * c));
                    });
                const Values options{{"chroma", chroma}};
                const HostImage again = read(encode("y4m", image.view(), {}, options), "x.y4m");
                CHECK(again.format() == image.format());
                double most = 0;
                for (std::size_t y = 0; y < 5; ++y)
                    for (std::size_t x = 0; x < 7; ++x)
                        for (int c = 0; c < channels; ++c)
                            most = std::max(most, std::fabs(sample(again.view(), x, y, c) -
                                                            sample(image.view(), x, y, c)));
                CHECK(most <= 2);
            }
}

TEST_CASE("the rate of frames goes along") {
    const auto header = [](const Metadata& metadata, const Values& options) {
        const auto file = encode("y4m", HostImage({2, 2, 3}).view(), metadata, options);
        return std::string(file.begin(), std::find(file.begin(), file.end(), '\n'));
    };
    CHECK(known::contains(header({}, {}), " F25:1 "));
    CHECK(known::contains(header({}, {{"fps", std::string("24000/1001")}}), " F24000:1001 "));
    for (const std::string rate : {"24:1", "30000:1001", "60:1", "24000:1001", "12:1"}) {
        const Metadata read_back =
            read(as_bytes(y4m_flat("W2 H2 F" + rate + " C420", 4, 1, 'a', 'b', 'c')), "x.y4m").metadata;
        CHECK(known::contains(header(read_back, {}), " F" + rate + " "));
    }
    CHECK(known::contains(known::error_of([&] {
                              header({}, {{"fps", std::string("fast")}});
                          }),
                          "fps is auto"));
}

TEST_CASE("a video is read image by image, as many as are asked for") {
    ReadOptions options;
    const auto count = [&] {
        const std::unique_ptr<ImageFile> file = open_image(known::path("rgb420.y4m"), options);
        auto& stream = dynamic_cast<ImageStream&>(*file);
        if (!stream.has_images()) return 0;
        HostImage image(file->header().format);
        int images = 0;
        while (stream.next(image.view(), {})) ++images;
        return images;
    };
    CHECK(count() == 2);
    options.frames = 5;
    CHECK(count() == 2);
    options.frames = 1;
    CHECK(count() == 0);  // an image like others
}

TEST_CASE("a stream that is cut off says so, or ends before the frame that is not whole") {
    std::string bytes = y4m_flat("W2 H2 C420", 4, 1, 'a', 'b', 'c');
    bytes += "FRAME\nabcd";
    for (const bool lenient : {false, true}) {
        ReadOptions options;
        options.lenient = lenient;
        const std::unique_ptr<ImageFile> file = open_image(as_bytes(bytes), "x.y4m", options);
        auto& stream = dynamic_cast<ImageStream&>(*file);
        HostImage image(file->header().format);
        std::vector<std::string> said;
        const auto next = [&] {
            return stream.next(image.view(), [&](const Wording& text) { said.push_back(text); });
        };
        CHECK(next());
        const std::string cut = "its data ends early: frame 2 has 4 of 6 bytes; ";
        if (lenient) {
            CHECK_FALSE(next());
            CHECK(said == std::vector<std::string>{cut + "the frames before it are used"});
        } else {
            CHECK(known::error_of(next) == "x.y4m: " + cut + "load.lenient=true takes the frames before it");
        }
    }
}

TEST_CASE("a broken Y4M says what is wrong") {
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2\nFRAME\n"), "no width or no height"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W0 H2\nFRAME\n"), "W0, which is no size"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2 H2 C411\nFRAME\n"), "420, 422, 444 and mono can be read"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2 H2 C420p99\nFRAME\n"), "8 to 16 bits"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2 H2 Fx:1\nFRAME\n"), "no frame rate"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2 H2\nFRAMF\n123456"), "does not begin with FRAME"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2 H2\nFRAME\n12345"), "its data ends early"));
    CHECK(known::contains(y4m_fault("YUV4MPEG2 W2 H2\n"), "its data ends early"));
}

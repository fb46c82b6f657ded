#include "pipeline/device/inspect.hpp"
#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

struct Trimmed {
    HostImage image;
    std::vector<std::string> warnings;
};

// What a chain with sizes that follow from pixels makes of an image.
Trimmed trimmed(const std::string& chain, const HostImage& image, const PlanOptions& options = {}) {
    Trimmed result;
    const Plan plan = Plan::measured(
        Graph::from_chain(chain), {{"input", image.view()}}, device(), options, builtin_stages(),
        [&](const LogMessage& message) { result.warnings.push_back(message.text); });
    result.image = Session(plan).submit(image.view()).read();
    return result;
}

HostImage expected(const std::string& chain, const HostImage& image) {
    Diagnostics faults;
    const CheckedGraph checked =
        sluice::check(Graph::from_chain(chain), builtin_stages(), faults, {.open_ends = true});
    faults.throw_if_errors();
    const property::ReferenceGraph reference(checked, {{"input", image}});
    return reference.image("output").expected;
}

void check_trimmed(const std::string& chain, const HostImage& image, const PlanOptions& options = {}) {
    CAPTURE(chain);
    CAPTURE(image.format().text());
    CHECK(bit_difference(trimmed(chain, image, options).image, expected(chain, image)) == "");
}

// Random levels in some of its columns and rows, and one level elsewhere.
HostImage bordered(const ImageFormat& format, std::uint64_t seed) {
    reference::Random random(seed);
    const auto side = [&](std::size_t size) {
        const auto first = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size) - 1));
        return std::pair(first, first + static_cast<std::size_t>(
                                            random.between(0, static_cast<std::int64_t>(size - first))));
    };
    const auto [left, right] = side(format.width);
    const auto [top, bottom] = side(format.height);
    const HostImage noise = reference::random_image(format, {.seed = seed});
    return reference::image_of(format, [&, left = left, right = right, top = top, bottom = bottom](
                                           std::size_t x, std::size_t row, int channel) {
        const std::size_t y = row % format.height;
        if (format.has_alpha() && channel == format.colors()) return format.white_value();
        const bool inside = x >= left && x < right && y >= top && y < bottom;
        return inside ? reference::value(noise.view(), x, row, channel) : format.white_value();
    });
}

}  // namespace

TEST_CASE("trim cuts off what is of the corner's colour") {
    const HostImage image = grid(5, {7, 7, 7,  7,  7,  //
                                     7, 7, 90, 7,  7,  //
                                     7, 7, 7,  80, 7,  //
                                     7, 7, 7,  7,  7});
    const Trimmed result = trimmed("trim", image);
    CHECK(result.image.format().text() == "2x2 u8 x1");
    CHECK(reference::samples_of(result.image.view()) == reference::Samples{90, 7, 7, 80});
    CHECK(result.warnings.empty());
    CHECK(trimmed("trim margin=1", image).image.format().text() == "4x4 u8 x1");
}

TEST_CASE("an image that is all background stays as it is, and trim says so") {
    for (const ImageFormat& format : {ImageFormat{1, 1, 1, Pixel::u8}, ImageFormat{9, 4, 3, Pixel::u16}}) {
        const HostImage image = reference::constant_image(format, 30);
        const Trimmed result = trimmed("trim", image);
        CHECK(bit_difference(result.image, image) == "");
        CHECK(result.warnings ==
              std::vector<std::string>{"trim: all of the image is background; it stays as it is"});
    }
}

TEST_CASE("trim gives what comparing all pixels gives, of every type, order and number of channels") {
    std::uint64_t seed = 0;
    for (const Pixel pixel : all_pixels())
        for (const int channels : all_channels()) {
            if (real_of(pixel) == Pixel::f64 && !device().facts().fp64) continue;
            const Size& size = sizes()[seed % sizes().size()];
            ImageFormat format{size.width, size.height, channels, pixel};
            format.grey_alpha = channels == 2;
            if (channels == 3 && seed % 2 == 0) format.order = Order::bgr;
            check_trimmed("trim 0.01", bordered(format, seed++));
        }
}

TEST_CASE("the box has what any of the layers needs") {
    ImageFormat format{6, 3, 1, Pixel::u8};
    format.layers = 3;
    HostImage image = reference::constant_image(format, 200);
    set_sample(image.view(), 1, 1, 0, 10);      // of the first
    set_sample(image.view(), 4, 3 + 2, 0, 20);  // of the second; the third is all background
    CHECK(trimmed("trim", image).image.format().text() == "4x2 u8 x1 3 layers");
    check_trimmed("trim", image);
}

TEST_CASE("other stages stand before and behind trim, in branches too") {
    const HostImage image = bordered({61, 47, 3, Pixel::u8}, 12);
    check_trimmed("invert | trim | invert", image);
    check_trimmed("flip x | trim | flip y | gamma 2", image);
    check_trimmed(
        "input | trim id=cut; resize from=input width=4 height=3 filter=nearest id=small; blend "
        "from=cut,small",
        image);
    check_trimmed("trim | pad 3 color=200 | trim 0", image);
}

TEST_CASE("two trims in a row cut off two borders") {
    HostImage image = reference::constant_image({20, 16, 1, Pixel::u8}, 0);  // black around white paper
    for (std::size_t y = 2; y < 15; ++y)
        for (std::size_t x = 3; x < 19; ++x) set_sample(image.view(), x, y, 0, 255);
    set_sample(image.view(), 9, 8, 0, 100);
    CHECK(trimmed("trim", image).image.format().text() == "16x13 u8 x1");
    const Trimmed twice = trimmed("trim | trim", image);
    CHECK(reference::samples_of(twice.image.view()) == reference::Samples{100});
}

TEST_CASE("trim works in strips and without fusion as well") {
    const HostImage image = bordered({83, 101, 4, Pixel::u16}, 5);
    PlanOptions apart;
    apart.fuse = false;
    check_trimmed("invert | trim | resize scale=0.5 filter=nearest", image, apart);
    PlanOptions small;
    small.limit_memory = std::size_t{48} << 10;
    check_trimmed("invert | trim | invert", image, small);
}

TEST_CASE("a box of another size needs no other kernels") {
    for (const std::size_t border : {3, 9, 14}) {
        HostImage image = reference::random_image({190, 150, 3, Pixel::u8}, {.range = {{0, 99}}});
        for (std::size_t y = 0; y < 150; ++y)
            for (std::size_t x = 0; x < 190; ++x)
                for (int c = 0; c < 3; ++c)
                    if (x < border || y < 2 * border) set_sample(image.view(), x, y, c, 255);
        const std::size_t before = builds_of(device());
        const Plan plan = Plan::measured(Graph::from_chain("trim | gaussian 1 | gamma 2"),
                                         {{"input", image.view()}}, device());
        Session session(plan);
        session.submit(image.view()).wait();
        CHECK(session.result_format().width == 190 - border);
        CHECK((builds_of(device()) > before) == (border == 3));
    }
}

TEST_CASE("options about other parts of a pipeline do not disturb what measures") {
    const HostImage image = bordered({31, 22, 1, Pixel::u8}, 8);
    PlanOptions options;
    options.observe = {"reduce"};
    options.store = {"gamma"};
    options.storage_of = {{"output", StorageChoice::buffer}};
    const Plan plan =
        Plan::measured(Graph::from_chain("trim | gamma 2; reduce from=gamma; output from=gamma"),
                       {{"input", image.view()}}, device(), options);
    Session session(plan);
    Frame frame = session.submit(image.view());
    CHECK(frame.table("reduce").has("count"));
}

TEST_CASE("a Plan of one image is for all: a stream keeps the rectangle of the first") {
    const HostImage first = bordered({31, 22, 1, Pixel::u8}, 8);
    const HostImage other = reference::random_image(first.format(), {.seed = 2});
    const Plan plan = Plan::measured(Graph::from_chain("trim"), {{"input", first.view()}}, device());
    Session session(plan);
    CHECK(session.result_format() == expected("trim", first).format());
    CHECK(session.submit(other.view()).read().format() == session.result_format());
    session.set("trim.x", std::int64_t{0});  // what it became is an ordinary crop
}

TEST_CASE("a plan for all images of a format refuses trim, and says what to do") {
    const std::string said = error_of([] {
        Plan(Graph::from_chain("trim"), ImageFormat{8, 8, 3, Pixel::u8}, device());
    });
    CHECK(said.find("trim: the size of its result follows from the pixels") != std::string::npos);
    CHECK(said.find("use crop with a rectangle that you know") != std::string::npos);
    CHECK(said.find("Plan::measured") != std::string::npos);
}

TEST_CASE("mistakes in a trim are found where others are") {
    const auto fault = [](const std::string& chain) {
        const HostImage image = reference::constant_image({5, 4, 3, Pixel::u8}, 3);
        return error_of([&] { trimmed(chain, image); });
    };
    CHECK(fault("trim 2").find("trim.tolerance") != std::string::npos);
    CHECK(fault("trim margin=-1").find("trim.margin") != std::string::npos);
    CHECK(fault("trim color=1,2").find("trim: color has 2 values") != std::string::npos);
    CHECK(fault("trim | crop width=6").find("crop: takes 6 columns, but the image has 5") !=
          std::string::npos);
}

#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

// A column of grey values, and a row of them.
Images two(std::size_t width_a, const reference::Samples& a, std::size_t width_b,
           const reference::Samples& b) {
    Images images;
    images.emplace("input", grid(width_a, a));
    images.emplace("b", grid(width_b, b));
    return images;
}

reference::Samples joined(const std::string& chain, const Images& images) {
    std::map<std::string, SubmittedImage> submitted;
    std::string inputs;
    for (const auto& [id, image] : images) {
        submitted.emplace(id, image.view());
        inputs += "input id=" + id + "; ";
    }
    Session session(Plan(Graph::from_chain(inputs + chain), formats_of(images), device()));
    return reference::samples_of(session.submit(submitted).read().view());
}

}  // namespace

TEST_CASE("images are joined side by side, or one below the other") {
    const Images images = two(2, {1, 2, 3, 4}, 1, {7});
    CHECK(joined("join from=input,b", images) == reference::Samples{1, 2, 7, 3, 4, 0});
    CHECK(joined("join from=b,input color=9", images) == reference::Samples{7, 1, 2, 9, 3, 4});
    CHECK(joined("join from=input,b gap=1 align=end color=9", images) ==
          reference::Samples{1, 2, 9, 9, 3, 4, 9, 7});
    CHECK(joined("join vertical from=input,b", images) == reference::Samples{1, 2, 3, 4, 7, 0});
    CHECK(joined("join vertical from=b,input align=end gap=1", images) ==
          reference::Samples{0, 7, 0, 0, 1, 2, 3, 4});
}

TEST_CASE("the same image may be joined many times, in the order of the inputs") {
    Images images;
    images.emplace("input", grid(1, {5}));
    CHECK(joined("add from=input value=1 id=b; add from=b value=1 id=c; add from=c value=1 id=d; "
                 "join from=input,b,c,d,b,c,d gap=1",
                 images) == reference::Samples{5, 0, 6, 0, 7, 0, 8, 0, 6, 0, 7, 0, 8});
}

TEST_CASE("joined images have colour, alpha and the depth of all") {
    Images images;
    images.emplace("input", reference::row_of(Pixel::u8, 1, {255}));
    images.emplace("b", reference::row_of(Pixel::u16, 4, {1, 2, 3, 4}));
    CHECK(joined("join from=input,b", images) == reference::Samples{65535, 65535, 65535, 65535, 1, 2, 3, 4});
}

TEST_CASE("join says what cannot be joined") {
    Images images;
    images.emplace("input", reference::row_of(Pixel::u8, 1, {255}));
    images.emplace("b", reference::row_of(Pixel::i16, 1, {1}));
    CHECK(error_of([&] {
              joined("join from=input,b", images);
          }).find("signed integers have no white that others could have") != std::string::npos);
    Images one;
    one.emplace("input", grid(1, {1}));
    CHECK(error_of([&] {
              joined("convert from=input space=linear id=l; join from=input,l", one);
          }).find("convert space= of one of them first") != std::string::npos);
}

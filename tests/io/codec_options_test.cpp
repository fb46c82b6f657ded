#include "tests/io/known_image.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/shared_options.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace sluice;
using known::error_of;

namespace {

enum class Packing { none, zip };

}  // namespace

template <>
inline constexpr std::array<std::string_view, 2> sluice::names_of<Packing>{"none", "zip"};

namespace {

struct Level {
    int compression = 1;
};
struct Ways {
    Packing compression = Packing::zip;
};
struct Flag {
    bool compression = false;
};
struct Qualities {
    int quality = 75;
};

ParamDecl level(int standard = 1) {
    Declared<Level> options;
    declare_compression(options);
    ParamDecl decl = options.params().front();
    decl.standard = std::int64_t{standard};
    return decl;
}
ParamDecl way() { return Declared<Ways>().param("compression", &Ways::compression, "How.").params().front(); }
ParamDecl flag() { return Declared<Flag>().param("compression", &Flag::compression, "If.").params().front(); }
ParamDecl quality(double low, double high) {
    return Declared<Qualities>()
        .param("quality", &Qualities::quality, "How good.", range(low, high))
        .params()
        .front();
}

Codec codec(std::string name, std::vector<ParamDecl> options) {
    Codec codec;
    codec.name = std::move(name);
    codec.save_options = std::move(options);
    return codec;
}
std::vector<ParamDecl> together(const std::vector<Codec>& codecs) {
    return options_of(codecs, &Codec::save_options);
}

}  // namespace

TEST_CASE("an option of several codecs is one, for all of their formats") {
    const auto all = together({codec("A", {level()}), codec("B", {quality(1, 100), level()})});
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "compression");
    CHECK(all[0].formats == std::vector<std::string>{"A", "B"});
    CHECK(all[0].standard == Value(std::int64_t{1}));
    CHECK(all[0].doc == level().doc);
    CHECK(all[0].option == "compression");
    CHECK(all[1].formats == std::vector<std::string>{"B"});
    CHECK(all[1].option == "quality");
}

TEST_CASE(
    "an option takes what any of its codecs does, and says by the format what it does where they differ") {
    ParamDecl other = quality(0, 50);
    other.doc = "Otherwise.";
    const auto all =
        together({codec("A", {quality(1, 100)}), codec("B", {quality(0, 50)}), codec("C", {other})});
    REQUIRE(all.size() == 1);
    CHECK(all[0].low == 0);
    CHECK(all[0].high == 100);
    CHECK(all[0].keywords.empty());
    CHECK(all[0].doc == "A and B: How good. C: Otherwise.");
}

TEST_CASE("where the defaults of codecs differ, the default is auto") {
    const auto all = together({codec("A", {level(1)}), codec("B", {level(6)}), codec("C", {level(1)})});
    REQUIRE(all.size() == 1);
    CHECK(all[0].standard == Value(std::string("auto")));
    CHECK(all[0].keywords == std::vector<std::string>{"auto"});
    CHECK(all[0].doc == level().doc + " Default: 1 for A, 6 for B, 1 for C.");
    std::string fault;
    CHECK(convert(all[0], std::string("auto"), fault));
    CHECK(convert(all[0], std::string("9"), fault));
}

TEST_CASE("words of one codec stand in the place of another one's number, whichever comes first") {
    for (const bool first : {true, false}) {
        const Codec a = codec("A", {level()}), b = codec("B", {way()});
        const auto all = first ? together({a, b}) : together({b, a});
        REQUIRE(all.size() == 1);
        CHECK(all[0].type == ParamType::integer);
        CHECK(all[0].high == 9);
        CHECK(all[0].choices.empty());
        CHECK(all[0].keywords == std::vector<std::string>{"none", "zip", "auto"});
        CHECK(all[0].standard == Value(std::string("auto")));
    }
}

TEST_CASE("one name for things that exclude each other is refused") {
    CHECK(error_of([] {
              together({codec("A", {level()}), codec("B", {flag()})});
          }) == "compression: is an option of A and another one of B: give one of them another name");
}

TEST_CASE("a codec gets its own options, and what is for others is checked as well") {
    const Codec& jpeg = *codec_of_extension("jpg");
    const auto own = [&](const Values& given) { return own_options(jpeg, &Codec::save_options, given); };
    CHECK(own({{"quality", std::string("80")}, {"compression", 9}}) == Values{{"quality", 80}});
    CHECK(error_of([&] { own({{"quality", 101}}); }) == "quality 101 is outside [1, 100]");
    CHECK(error_of([&] { own({{"compression", 10}}); }) == "compression 10 is outside [0, 9]");
    CHECK(error_of([&] {
              own({{"qualty", 80}});
          }) == "there is no option 'qualty' (did you mean 'quality'?)");
    const Codec* exr = codec_of_extension("exr");
    if (exr != nullptr && !exr->save_options.empty()) {  // which has words where others have a number
        const auto of_exr = [&](const Value& compression) {
            return own_options(*exr, &Codec::save_options, {{"compression", compression}});
        };
        CHECK(of_exr(std::string("piz")) == Values{{"compression", std::string("piz")}});
        CHECK(of_exr(9).empty());
        CHECK(error_of([&] { of_exr(std::string("pis")); }) != "");
        CHECK(own_options(*codec_of_extension("png"), &Codec::save_options,
                          {{"compression", std::string("piz")}})
                  .empty());
    }
    const auto image = known::image(known::rgb());
    CHECK(encode("jpg", image.view(), {}, {{"filter", std::string("sub")}}) == encode("jpg", image.view()));
}

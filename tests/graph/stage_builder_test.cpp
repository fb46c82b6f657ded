#include "pipeline/graph/stage_builder.hpp"

#include "pipeline/graph/registry.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace sluice;

namespace {

struct Params {
    bool flag = true;
    int size = 3;
    std::uint8_t small = 7;
    std::size_t count_of = 9;
    float ratio = 0.1f;
    double exact = 0.1;
    std::string word = "a";
    std::string file;
    std::vector<double> list = {1, 2};
    std::vector<std::string> words = {"x"};
    std::optional<double> maybe;
    std::optional<std::vector<double>> maybe_list;
    std::optional<int> given = 5;
    Pixel pixel = Pixel::u16;
    Space some = Space::linear;
    std::optional<Pixel> maybe_pixel;
    std::optional<Rect> region;
};

StageDef everything(Params* seen) {
    return point<Params>("everything", "Has every type of parameter.")
        // The callback stands before the parameters and sees them all the same.
        .constants([seen](const Params& p, const StageInputs&) {
            *seen = p;
            return std::vector<Constant>();
        })
        .param("flag", &Params::flag, "d")
        .param("size", &Params::size, "d", at_least(1), live)
        .param("small", &Params::small, "d")
        .param("count_of", &Params::count_of, "d", unit("px"))
        .param("ratio", &Params::ratio, "d", range(0.1, 1))
        .param("exact", &Params::exact, "d", only_for("word", {"a", "b"}))
        .param("word", &Params::word, "d", choices{"a", "b"})
        .param("file", &Params::file, "d", path, required)
        .param("list", &Params::list, "d", range(0, 10), count(1, 4))
        .param("words", &Params::words, "d", choices{"x", "y"})
        .param("maybe", &Params::maybe, "d", keyword("auto"), keyword("full"))
        .param("maybe_list", &Params::maybe_list, "d", count(2, 2), keyword("auto"))
        .param("given", &Params::given, "d", keyword("auto"))
        .param("pixel", &Params::pixel, "d")
        .param("some", &Params::some, "d", choices{"linear", "encoded"})
        .param("maybe_pixel", &Params::maybe_pixel, "d", keyword("keep"))
        .param("region", &Params::region, "d", keyword("all"))
        .function("everything");
}

// Whether a builder has words that some kinds have only.
template <class B>
concept SaysSource = requires(B b) {
    b.open(Callback<std::unique_ptr<ImageFile>(const Params&)>());
};
template <class B>
concept SaysSink = requires(B b) {
    b.wants({});
}
|| requires(B b) { b.open(Callback<std::unique_ptr<ImageWriter>(const Params&, const ImageFormat&)>()); };
template <class B>
concept SaysPoint = requires(B b) {
    b.monotone();
}
|| requires(B b) { b.affine(); }
|| requires(B b) { b.finite_of_integers(); }
|| requires(B b) { b.alpha({}); }
|| requires(B b) { b.by_tiles(); };
template <class B>
concept SaysReduce = requires(B b) {
    b.reduction({});
};
template <class B>
concept SaysTable = requires(B b) {
    b.layout({});
}
|| requires(B b) { b.items(2); }
|| requires(B b) { b.warning(""); };
template <class B>
concept SaysComposition = requires(B b) {
    b.expand({});
};
template <class B>
concept SaysFunction = requires(B b) {
    b.function("f");
}
|| requires(B b) { b.constants({}); };
template <class B>
concept SaysFormat = requires(B b) {
    b.infer({});
};
template <class B>
concept SaysObserved = requires(B b) {
    b.observed({"a"});
};

template <class B>
std::string words() {
    std::string words;
    if (SaysSource<B>) words += "source ";
    if (SaysSink<B>) words += "sink ";
    if (SaysPoint<B>) words += "point ";
    if (SaysReduce<B>) words += "reduce ";
    if (SaysTable<B>) words += "table ";
    if (SaysComposition<B>) words += "composition ";
    if (SaysFunction<B>) words += "function ";
    if (SaysFormat<B>) words += "format ";
    if (SaysObserved<B>) words += "observed ";
    return words;
}

}  // namespace

TEST_CASE("the defaults of a declaration are the initialisers of the struct") {
    Params seen;
    const StageDef stage = everything(&seen);
    CHECK_NOTHROW(Registry({stage}));
    CHECK(stage.param("flag")->standard == Value(true));
    CHECK(stage.param("size")->standard == Value(std::int64_t{3}));
    CHECK(stage.param("ratio")->standard == Value(0.1));  // not 0.10000000149011612
    CHECK(stage.param("list")->standard == Value(std::vector<double>{1, 2}));
    CHECK(stage.param("maybe")->standard == Value("auto"));
    CHECK(stage.param("maybe_list")->standard == Value("auto"));
    CHECK(stage.param("given")->standard == Value(std::int64_t{5}));
    CHECK(stage.param("pixel")->standard == Value("u16"));
    CHECK(stage.param("some")->standard == Value("linear"));
    CHECK(stage.param("maybe_pixel")->standard == Value("keep"));
    CHECK(stage.param("region")->standard == Value("all"));
}

TEST_CASE("the type of a declaration is that of the field, and traits refine it") {
    Params seen;
    const StageDef stage = everything(&seen);
    const auto type = [&](const char* name) { return stage.param(name)->type; };
    CHECK(type("flag") == ParamType::boolean);
    CHECK(type("size") == ParamType::integer);
    CHECK(type("ratio") == ParamType::number);
    CHECK(type("word") == ParamType::choice);
    CHECK(type("file") == ParamType::path);
    CHECK(type("list") == ParamType::numbers);
    CHECK(type("words") == ParamType::choices);
    CHECK(type("maybe_list") == ParamType::numbers);
    CHECK(type("maybe_pixel") == ParamType::choice);
    CHECK(type("region") == ParamType::numbers);
    CHECK(stage.param("pixel")->choices.size() == names_of<Pixel>.size());
    CHECK(stage.param("maybe_pixel")->choices == stage.param("pixel")->choices);
    CHECK(stage.param("some")->choices == std::vector<std::string>{"linear", "encoded"});
    CHECK(stage.param("region")->unit == "px");
    CHECK(stage.param("size")->live);
    CHECK(stage.param("file")->required);
    CHECK(stage.param("count_of")->unit == "px");
    CHECK(stage.param("exact")->only_for->param == "word");
    CHECK(stage.param("exact")->only_for->values == std::vector<std::string>{"a", "b"});
    CHECK_FALSE(stage.param("ratio")->only_for.has_value());
    CHECK(stage.param("maybe")->keywords == std::vector<std::string>{"auto", "full"});
}

TEST_CASE("nothing that a field cannot hold is accepted") {
    Params seen;
    const StageDef stage = everything(&seen);
    const auto refused = [&](const char* name, const char* written) {
        std::string fault;
        CHECK_FALSE(convert(*stage.param(name), written, fault).has_value());
        return fault;
    };
    CHECK(refused("small", "256") == "256 is outside [0, 255]");
    CHECK(refused("size", "0") == "0 is below 1");
    CHECK(refused("size", "2147483648") == "2147483648 is above 2147483647");
    CHECK(refused("count_of", "-1") == "-1 is below 0");
    CHECK(refused("given", "-2147483649") == "-2147483649 is below -2147483648");
    CHECK(refused("some", "data") == "'data' is not one of linear, encoded");
    CHECK(refused("maybe_pixel", "u9").starts_with("'u9' is not one of u8, i8, "));
    CHECK(refused("region", "0,0,8") == "3 values are given, 4 are expected");
    CHECK(refused("region", "0,0,8,1.5") == "1.5 is not an integer or 'all'");
    CHECK(refused("region", "0,-1,8,8") == "-1 is below 0");
    CHECK(refused("region", "0,0,1e300,8") == "1e300 is above 2147483647");
    StageDef plain = point<Params>("plain", "s").param("ratio", &Params::ratio, "d").function("plain");
    std::string fault;
    CHECK_FALSE(convert(plain.params[0], "1e39", fault).has_value());
    CHECK(range_text(plain.params[0]).empty());
}

TEST_CASE("callbacks get the struct filled from the values") {
    Params seen;
    const StageDef stage = everything(&seen);
    const Values values{{"flag", false},
                        {"size", std::int64_t{4}},
                        {"small", std::int64_t{255}},
                        {"ratio", 0.5},
                        {"word", "b"},
                        {"file", "a.png"},
                        {"list", std::vector<double>{7}},
                        {"words", std::vector<std::string>{"x", "y"}},
                        {"maybe", 2.5},
                        {"maybe_list", std::vector<double>{1, 2}},
                        {"given", "auto"},
                        {"pixel", "f32"},
                        {"some", "encoded"},
                        {"maybe_pixel", "i8"},
                        {"region", std::vector<double>{1, 2, 3, 4}}};
    stage.call()->constants(StageInputs{values, {}, {}});
    CHECK_FALSE(seen.flag);
    CHECK(seen.size == 4);
    CHECK(seen.small == 255);
    CHECK(seen.count_of == 9);  // no value: the initialiser
    CHECK(seen.ratio == 0.5f);
    CHECK(seen.exact == 0.1);
    CHECK(seen.word == "b");
    CHECK(seen.file == "a.png");
    CHECK(seen.list == std::vector<double>{7});
    CHECK(seen.words == std::vector<std::string>{"x", "y"});
    CHECK(seen.maybe == 2.5);
    CHECK(seen.maybe_list == std::vector<double>{1, 2});
    CHECK_FALSE(seen.given.has_value());
    CHECK(seen.pixel == Pixel::f32);
    CHECK(seen.some == Space::encoded);
    CHECK(seen.maybe_pixel == Pixel::i8);
    CHECK(seen.region == Rect{1, 2, 3, 4});
    CHECK(value_of(*seen.region) == values.at("region"));
    CHECK(value_of(seen.pixel) == values.at("pixel"));

    stage.call()->constants(StageInputs{{{"maybe_pixel", "keep"}, {"region", "all"}}, {}, {}});
    CHECK_FALSE(seen.maybe_pixel.has_value());
    CHECK_FALSE(seen.region.has_value());
}

TEST_CASE("a choice that the type of its field has not is the author's mistake") {
    auto builder = point<Params>("p", "s");
    CHECK_THROWS_WITH_AS(builder.param("some", &Params::some, "d", choices{"linear", "lab"}),
                         "some: there is no value 'lab' of its type", Error);
}

TEST_CASE("stages declared from one builder do not share what is added later") {
    auto builder = point<Params>("first", "s").param("size", &Params::size, "d").function("first");
    const StageDef first = builder;
    builder.param("exact", &Params::exact, "d");
    const StageDef second = builder;
    CHECK(first.params.size() == 1);
    CHECK(second.params.size() == 2);
}

TEST_CASE("what only another kind can say does not compile") {
    CHECK(words<SourceBuilder<Params>>() == "source ");
    CHECK(words<SinkBuilder<Params>>() == "sink composition ");
    CHECK(words<PointBuilder<Params>>() == "point function format ");
    CHECK(words<ReduceBuilder<Params>>() == "reduce observed ");
    CHECK(words<TableBuilder<Params>>() == "table function observed ");
    CHECK(words<CompositionBuilder<Params>>() == "composition ");
    CHECK(words<AssertionBuilder<Params>>().empty());
}

TEST_CASE("the kind of a stage follows from its builder") {
    CHECK(StageDef(source("s", "s")).kind() == Kind::source);
    CHECK(StageDef(sink("s", "s")).kind() == Kind::sink);
    CHECK(StageDef(point("s", "s")).kind() == Kind::point);
    CHECK(StageDef(reduce_stage("s", "s")).kind() == Kind::reduce);
    CHECK(StageDef(table_stage("s", "s")).kind() == Kind::table);
    CHECK(StageDef(sequence("s", "s")).kind() == Kind::sequence);
    CHECK(StageDef(composition("s", "s")).kind() == Kind::composition);
    CHECK(StageDef(measured("s", "s")).kind() == Kind::measured);
    CHECK(StageDef(assertion("s", "s")).kind() == Kind::assertion);
    const StageDef stage = point("s", "s").affine();
    REQUIRE(stage.as<PointDef>() != nullptr);
    CHECK(stage.as<PointDef>()->monotone);  // what is affine is monotone
    CHECK(stage.as<SinkDef>() == nullptr);
    CHECK(stage.call() == &stage.as<PointDef>()->call);
    CHECK(StageDef(sink("s", "s")).call() == nullptr);
}

TEST_CASE("ports have the names that their kind gives them") {
    const StageDef stage =
        point("p", "s").image_in("mask", "m", true).table_in("t", "d", {"a"}, true).function("p");
    REQUIRE(stage.inputs.size() == 3);
    CHECK(stage.inputs[0].name == "src");
    CHECK_FALSE(stage.inputs[0].optional);
    CHECK(stage.inputs[1].optional);
    CHECK(stage.inputs[2].type == PortDecl::Type::table);
    CHECK(stage.inputs[2].optional);
    CHECK(stage.outputs.at(0).name == "dst");
}

TEST_CASE("a list of images is ports of one name, with numbers") {
    const StageDef stage = PointBuilder<NoParams>("p", "s").images_in("image", "m", 2, 4).function("p");
    REQUIRE(stage.inputs.size() == 4);
    CHECK(stage.inputs[0].name == "image_1");
    CHECK(stage.inputs[3].name == "image_4");
    CHECK_FALSE(stage.inputs[1].optional);
    CHECK(stage.inputs[2].optional);
    for (const PortDecl& port : stage.inputs) CHECK(port.list == "image");
}

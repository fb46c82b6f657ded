#include "pipeline/graph/registry.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/declaration.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

StageDef good() { return *sample_registry().find("gamma"); }

// What is said about a stage that is right but for one change.
std::string refused(const std::function<void(StageDef&)>& spoil, const char* stage = "gamma") {
    StageDef def = *sample_registry().find(stage);
    spoil(def);
    return error_of([&] { Registry({def}); });
}

// What it has as a stage of its kind.
template <class Def>
Def& of(StageDef& stage) {
    return std::get<Def>(stage.of_kind);
}

ParamDecl number(const std::string& name) {
    ParamDecl decl;
    decl.name = name;
    decl.doc = "A number.";
    decl.standard = 0.0;
    return decl;
}

}  // namespace

TEST_CASE("stages are found by name, internal ones too, but not listed") {
    const Registry& registry = sample_registry();
    REQUIRE(registry.find("gamma") != nullptr);
    CHECK(registry.find("gamma")->name == "gamma");
    CHECK(registry.find("secret") != nullptr);
    CHECK(registry.find("Gamma") == nullptr);
    const std::vector<std::string> names = registry.names();
    CHECK(listed(names) ==
          "apply, blend, convert, describe, gamma, histogram_file, load, normalize, reduce, save, split, "
          "stack");
    CHECK(registry.all().size() == names.size() + 3);
    CHECK(registry.all().front()->name == "apply");
    CHECK(good().param("exponent")->live);
    CHECK(good().param("exponnet") == nullptr);
}

TEST_CASE("an option of commands sets a parameter of a Source or of a Sink, not of both") {
    const auto with_option = [](const char* stage, const std::string& option) {
        StageDef def = *sample_registry().find(stage);
        def.params[0].option = option;
        return def;
    };
    CHECK(error_of([&] {
              Registry({with_option("load", "same"), with_option("save", "same")});
          }) ==
          "stage 'save': parameter 'path': the option 'same' sets 'load.path' already; give this one another "
          "name with option()");
    StageDef copy = with_option("load", "same");
    copy.name = "load_too";
    CHECK(Registry({with_option("load", "same"), copy, with_option("save", "other")}).all().size() == 3);
}

TEST_CASE("a name is taken once") {
    Registry registry({good()});
    CHECK(error_of([&] { registry.add(good()); }) == "stage 'gamma': there is a stage of that name already");
    CHECK(registry.all().size() == 1);
}

TEST_CASE("names are lower case words") {
    for (const std::string name : {"", "Gamma", "2d", "a.b", "a-b", "a b", "gr\xC3\xBC"}) {
        CAPTURE(name);
        const std::string text = refused([&](StageDef& s) { s.name = name; });
        CHECK(text.find("is not a word of lower case letters, digits and '_'") != std::string::npos);
    }
    CHECK(refused([](StageDef& s) { s.name = "from"; }) == "stage 'from': the name 'from' is reserved");
    CHECK(refused([](StageDef& s) { s.params[0].name = "id"; }) ==
          "stage 'gamma': parameter 'id' is reserved");
    CHECK(refused([](StageDef& s) { s.inputs[0].name = "Src"; }) ==
          "stage 'gamma': input 'Src' is not a word of lower case letters, digits and '_'");
}

TEST_CASE("everything is described") {
    CHECK(refused([](StageDef& s) { s.summary.clear(); }) == "stage 'gamma': there is no summary");
    CHECK(refused([](StageDef& s) { s.params[0].doc.clear(); }) ==
          "stage 'gamma': parameter 'exponent' has no doc");
    CHECK(refused([](StageDef& s) { s.outputs[0].doc.clear(); }) == "stage 'gamma': output 'dst' has no doc");
}

TEST_CASE("names of parameters and ports are used once") {
    CHECK(refused([](StageDef& s) { s.params.push_back(s.params[0]); }) ==
          "stage 'gamma': the name 'exponent' is used twice");
    CHECK(refused([](StageDef& s) { s.params.push_back(number("src")); }) ==
          "stage 'gamma': the name 'src' is used twice");
    CHECK(refused([](StageDef& s) { s.inputs.push_back(s.inputs[0]); }) ==
          "stage 'gamma': there are two inputs 'src'");
}

TEST_CASE("a default passes its own declaration") {
    CHECK(refused([](StageDef& s) { s.params[0].standard = 200.0; }) ==
          "stage 'gamma': the default of parameter 'exponent': 200 is outside [0.01, 100]");
    CHECK(refused([](StageDef& s) { s.params[0].standard = "1"; }) ==
          "stage 'gamma': the default of parameter 'exponent' is not of its type, number");
    CHECK(refused([](StageDef& s) { s.params[0].standard = std::string(); }) ==
          "stage 'gamma': the default of parameter 'exponent': '' is not a number");
    CHECK(refused([](StageDef& s) { s.params[0].required = true, s.params[0].standard = 200.0; }).empty());
}

TEST_CASE("a parameter can be met at all") {
    CHECK(refused([](StageDef& s) {
              s.params[0].low = 2, s.params[0].high = 1, s.params[0].required = true;
          }) == "stage 'gamma': parameter 'exponent' has an empty range");
    CHECK(refused([](StageDef& s) { s.params[0].min_count = 2, s.params[0].max_count = 1; }) ==
          "stage 'gamma': parameter 'exponent' allows no count");
    CHECK(refused([](StageDef& s) { s.params[0].choices = {"a"}; }) ==
          "stage 'gamma': parameter 'exponent' cannot have choices");
    CHECK(refused([](StageDef& s) { s.params[0].choices.clear(), s.params[0].required = true; }, "convert") ==
          "stage 'convert': parameter 'pixel' has no choices");
    CHECK(refused([](StageDef& s) { s.params[0].choices.push_back("same"); }, "convert") ==
          "stage 'convert': parameter 'pixel' has a choice twice");
}

TEST_CASE("a parameter that is passed to a part is a live list of a composition") {
    CHECK(refused([](StageDef& s) { s.params[0].part = "part"; }) ==
          "stage 'gamma': parameter 'exponent' is passed to a part, but is no live list of a composition");
}

TEST_CASE("a parameter is for choices that another parameter has") {
    // `bins` is for some of `mode`.
    const auto refused_bins = [](const OnlyFor& only_for) {
        return refused([&](StageDef& s) { s.params[6].only_for = only_for; }, "normalize");
    };
    CHECK(refused_bins({"mode", {"minmax", "percentile"}}).empty());
    CHECK(refused_bins({"mood", {"minmax"}}) ==
          "stage 'normalize': parameter 'bins' is only for some choices of 'mood', which is no choice");
    CHECK(refused_bins({"clamp", {"true"}}) ==
          "stage 'normalize': parameter 'bins' is only for some choices of 'clamp', which is no choice");
    CHECK(refused_bins({"mode", {"minmix"}}) ==
          "stage 'normalize': parameter 'bins' is only for 'minmix', which 'mode' cannot be");
    CHECK(refused_bins({"mode", {}}) == "stage 'normalize': parameter 'bins' is for no choice of 'mode'");
    CHECK(refused([](StageDef& s) { s.params[6].required = true; }, "normalize") ==
          "stage 'normalize': parameter 'bins' is required, so it cannot be for some choices only");
    CHECK(refused([](StageDef& s) { s.params[0].live = true; }, "normalize") ==
          "stage 'normalize': 'mode' is live, so parameter 'bins' cannot be for some of its choices only");
}

TEST_CASE("each kind of stage has what it needs") {
    CHECK(refused([](StageDef& s) { of<PointDef>(s).call.function = nullptr; }) ==
          "stage 'gamma': a point needs a function");
    CHECK(refused([](StageDef& s) { s.outputs.clear(); }) ==
          "stage 'gamma': a point needs one output, an image");
    CHECK(refused([](StageDef& s) { s.inputs.clear(); }) == "stage 'gamma': a point needs an image to read");
    CHECK(refused([](StageDef& s) { of<TableDef>(s).layout = nullptr; }, "describe") ==
          "stage 'describe': a table needs a layout");
    CHECK(refused([](StageDef& s) { of<TableDef>(s).call.function = nullptr; }, "describe") ==
          "stage 'describe': a table needs either a function or what is given");
    CHECK(refused(
              [](StageDef& s) {
                  of<TableDef>(s).call.function = nullptr;
                  of<TableDef>(s).given = [](const StageInputs&, Table&) {};
              },
              "describe") ==
          "stage 'describe': a table needs no inputs and no live parameters, where it is given");
    CHECK(refused(
              [](StageDef& s) {
                  of<TableDef>(s).observed = [](const Values&) { return std::vector<std::string>{"lo"}; };
              },
              "describe") == "stage 'describe': a caller would see 'lo', which it does not write");
    CHECK(refused([](StageDef& s) { of<ReduceDef>(s).reduction = nullptr; }, "reduce") ==
          "stage 'reduce': a reduce needs a reduction");
    CHECK(refused([](StageDef& s) { of<CompositionDef>(s).expand = nullptr; }, "split") ==
          "stage 'split': a composition needs expand");
    CHECK(refused([](StageDef& s) { of<SourceDef>(s).open = nullptr; }, "load") ==
          "stage 'load': a source needs open");
    CHECK(refused([](StageDef& s) { of<SinkDef>(s).open = nullptr; }, "save") ==
          "stage 'save': a sink needs wants and open");
    CHECK(refused([](StageDef& s) { of<SinkDef>(s).wants = nullptr; }, "save") ==
          "stage 'save': a sink needs wants and open");
    CHECK(refused([](StageDef& s) { s.inputs.clear(); }, "save") ==
          "stage 'save': a sink needs an input and no outputs");
}

TEST_CASE("an assertion takes a table and says what fits and what is a fault") {
    const StageDef whole = assertion("assert", "Fails.")
                               .fits([](const NoParams&, const TableLayout&) { return ""; })
                               .fault([](const NoParams&, const Table&) { return ""; });
    CHECK(declaration_faults(whole).empty());
    StageDef stage = whole;
    of<AssertionDef>(stage).fault = nullptr;
    CHECK(declaration_faults(stage) ==
          std::vector<std::string>{"an assertion needs what fits and what is a fault"});
    stage = whole;
    stage.outputs = stage.inputs;
    CHECK(declaration_faults(stage) ==
          std::vector<std::string>{"an assertion needs one input, a table, and no outputs"});
}

TEST_CASE("a stage of the host takes images and has a function that computes") {
    const StageDef whole =
        host_stage<>("label", "Labels blobs.")
            .compute([](const NoParams&, const std::vector<ConstHostView>&, const HostView&) {});
    CHECK(declaration_faults(whole).empty());
    CHECK(whole.call() == nullptr);
    StageDef stage = whole;
    of<HostDef>(stage).compute = nullptr;
    CHECK(declaration_faults(stage) == std::vector<std::string>{"a host needs a function that computes"});
    stage = whole;
    stage.inputs[0].type = PortDecl::Type::table;
    CHECK(declaration_faults(stage) ==
          std::vector<std::string>{"a host needs images to read, and nothing else"});
}

TEST_CASE("the application's own ends have no host functions, others must") {
    CHECK(refused([](StageDef&) {}, "input").empty());
    CHECK(refused([](StageDef&) {}, "output").empty());
    CHECK(refused([](StageDef& s) { s.name = "entry"; }, "input") == "stage 'entry': a source needs open");
    CHECK(refused([](StageDef& s) { s.name = "exit"; }, "output") ==
          "stage 'exit': a sink needs wants and open");
}

TEST_CASE("all faults of a declaration are told together") {
    CHECK(refused([](StageDef& s) {
              s.summary.clear();
              s.params[0].doc.clear();
              of<PointDef>(s).call.function = nullptr;
          }) ==
          "stage 'gamma': there is no summary; parameter 'exponent' has no doc; a point needs a function");
}

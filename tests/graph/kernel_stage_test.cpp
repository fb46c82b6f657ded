// Stages from kernel texts: what the comment declares, and what is wrong with a text, line by line.
#include "pipeline/graph/kernel_stage.hpp"

#include "pipeline/graph/chain_text.hpp"
#include "pipeline/graph/registry.hpp"
#include "tests/error_of.hpp"
#include "tests/graph/sample_stages.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/variable.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::string point_header =
    "/*\n"
    "sluice: 1\n"
    "name: tint\n"
    "kind: point\n"
    "summary: Tints an image.\n"
    "params:\n"
    "  strength: {default: 0.5, range: [0, 1], live: true, help: How much.}\n"
    "  mode: {choices: [soft, hard], default: hard, help: How.}\n"
    "  steps: {type: integer, range: [1, 9], help: How many.}\n"
    "*/\n";
const std::string point_function =
    "V tint(V v, REAL strength, int mode, int steps) { return v * strength * mode * steps; }\n";

std::string refused(const std::string& text) {
    return error_of([&] { stages_of_text(text, "tint.cl"); });
}
// With a body of the point's function, which is in line 4.
std::string refused_body(const std::string& body, const std::string& before = "") {
    return refused("/*\nsluice: 1\n" + std::string("name: tint\nkind: point\nsummary: Tints.\n*/\n") +
                   before + "V tint(V v) {\n" + body + "\n}\n");
}
std::string refused_stencil(const std::string& keys, const std::string& function) {
    return refused("/*\nsluice: 1\nname: tint\nkind: stencil\nsummary: Tints.\n" + keys + "*/\n" + function);
}

}  // namespace

TEST_CASE("the comment of a kernel declares a stage as C++ does") {
    const std::vector<StageDef> stages = stages_of_text(point_header + point_function, "tint.cl");
    REQUIRE(stages.size() == 1);
    const StageDef& tint = stages[0];
    CHECK(tint.name == "tint");
    CHECK(tint.summary == "Tints an image.");
    CHECK(tint.kind() == Kind::point);
    REQUIRE(tint.params.size() == 3);
    CHECK(tint.params[0].type == ParamType::number);
    CHECK(tint.params[0].live);
    CHECK(tint.params[0].low == 0);
    CHECK(tint.params[0].high == 1);
    CHECK(tint.params[0].standard == Value(0.5));
    CHECK(tint.params[1].type == ParamType::choice);
    CHECK(tint.params[1].standard == Value(std::string("hard")));
    CHECK(tint.params[2].required);
    CHECK(tint.call()->checked);
    const Values values{{"strength", 0.5}, {"mode", std::string("hard")}, {"steps", std::int64_t{2}}};
    const StageInputs inputs{values, {ImageFormat{640, 480, 3}}, {std::nullopt}};
    std::map<std::string, double> constants;
    for (const Constant& constant : tint.call()->constants(inputs)) constants[constant.name] = constant.value;
    CHECK(constants ==
          std::map<std::string, double>{{"width", 640}, {"height", 480}, {"channels", 3}, {"mode", 1}});
    Registry registry = sample_registry();
    registry.add(stages);
    CHECK(registry.find("tint") != nullptr);
}

TEST_CASE("a stencil reads as far as formulas of its parameters say") {
    const auto stage = [](const std::string& keys, const std::string& body) {
        return stages_of_text(
                   "/*\nsluice: 1\nname: tint\nkind: stencil\nsummary: Tints.\n"
                   "params: {radius: {type: integer, default: 2, range: [0, 9], help: Reach.}}\n" +
                       keys + "*/\nV tint(SRC src, VI X, VI Y, int radius) { return " + body + "; }\n",
                   "tint.cl")
            .front();
    };
    const Values values{{"radius", std::int64_t{3}}};
    const StageInputs inputs{values, {ImageFormat{640, 480, 3}}, {std::nullopt}};
    const StageDef at =
        stage("reach: {left: 2 * radius, right: radius / 2}\nborder: mirror\n", "AT(src, 0, 0)");
    const Reach reach = at.as<GatherDef>()->reach(inputs);
    CHECK(reach.left == 6);
    CHECK(reach.right == 2);
    CHECK(reach.top == 0);
    CHECK(at.as<GatherDef>()->border({}).rule == EdgeRule::mirror);
    const StageDef texel = stage(
        "region: {columns: [width - 1 - last_column, width - 1 - first_column], rows: [first_row - radius, "
        "last_row]}\nresult: {width: width / 2, height: radius, channels: 1, pixel: f32}\n",
        "TEXEL(src, X, Y)");
    const Area area = texel.as<GatherDef>()->footprint(inputs, {{10, 20}, {5, 7}});
    CHECK(area.columns == Interval{620, 630});
    CHECK(area.rows == Interval{2, 7});
    CHECK(texel.as<GatherDef>()->infer(inputs) == ImageFormat{320, 3, 1, Pixel::f32});
    const StageDef sampled = stage("region: all\nsample: cubic\n",
                                   "SAMPLE(src, coordinate_of(CONVERT(REAL, X)), "
                                   "coordinate_of(CONVERT(REAL, Y)))");
    CHECK(sampled.as<GatherDef>()->footprint(inputs, {{10, 20}, {5, 7}}).columns == Interval{0, 640});
    const StageDef cubic =
        stage("region: {columns: [first_column, last_column], rows: [0, 0]}\nsample: cubic\n",
              "SAMPLE(src, coordinate_of(CONVERT(REAL, X)), coordinate_of((V)(0)))");
    const Area around = cubic.as<GatherDef>()->footprint(inputs, {{10, 20}, {5, 7}});
    CHECK(around.columns == Interval{9, 22});
    CHECK(around.rows == Interval{-1, 3});
    CHECK(sampled.as<GatherDef>()->sampling({}) == Sampling::cubic);
}

TEST_CASE("a reduce and a source are made of two stages") {
    const auto reduce = stages_of_text(
        "/*\nsluice: 1\nname: spread\nkind: reduce\nsummary: Spread.\nmeasure: {quantities: [min, max], "
        "group: "
        "joint}\nfields: [width]\n*/\nvoid spread(int row, int channel, TABLE stats, TABLE result) {\n"
        "    result_width(row, channel) = stats_max(row, channel) - stats_min(row, channel);\n}\n",
        "spread.cl");
    REQUIRE(reduce.size() == 2);
    CHECK(reduce[0].kind() == Kind::composition);
    CHECK(reduce[0].outputs[0].fields == std::vector<std::string>{"width"});
    CHECK(reduce[1].name == "spread_table");
    CHECK(reduce[1].internal);
    CHECK(reduce[1].inputs[0].fields == std::vector<std::string>{"min", "max"});
    const auto source = stages_of_text(
        "/* sluice: 1\nname: ramp\nkind: source\nsummary: A ramp.\nparams: {side: {type: integer, default: "
        "8, "
        "range: [1, 99], help: Side.}}\nresult: {width: side, height: side, channels: 1, pixel: u16}\n*/\n"
        "V ramp(V X, REAL white) { return X * white; }\n",
        "ramp.cl");
    REQUIRE(source.size() == 2);
    CHECK(source[0].kind() == Kind::source);
    const Values values{{"side", std::int64_t{5}}};
    CHECK(source[0].as<SourceDef>()->open(values)->header().format == ImageFormat{1, 1, 1, Pixel::u16});
    const StageInputs inputs{values, {ImageFormat{1, 1, 1, Pixel::u16}}, {std::nullopt}};
    CHECK(source[1].as<GatherDef>()->infer(inputs) == ImageFormat{5, 5, 1, Pixel::u16});
}

TEST_CASE("what is wrong with the comment of a kernel has its line") {
    CHECK(refused("V tint(V v) { return v; }\n").find("tint.cl:1: a kernel begins with a comment") == 0);
    CHECK(refused("").find("tint.cl:1: a kernel begins with a comment") == 0);
    const auto with = [](const std::string& line) {
        return refused("/*\nsluice: 1\nname: tint\n" + line +
                       "\nsummary: Tints.\n*/\nV tint(V v) { return v; }\n");
    };
    CHECK(with("kind: pont") ==
          "tint.cl:4:7: kind: 'pont' is not one of point, stencil, reduce, table, source (did you mean "
          "'point'?)");
    CHECK(with("kind: point\nreach: 2").find("tint.cl:5:1: a point has no key 'reach'") == 0);
    CHECK(with("kind: point\nparams: {a: {default: 3, rnge: [1, 2], help: A.}}") ==
          "tint.cl:5:26: params.a: unknown key 'rnge' (did you mean 'range'?); there are: type, default, "
          "range, "
          "choices, unit, help, live");
    CHECK(with("kind: point\nparams: {a: {default: 3, range: [5, 9], help: A.}}") ==
          "tint.cl:5:23: params.a.default: 3 is outside [5, 9]");
    CHECK(with("kind: point\nparams: {a: {default: abc, help: A.}}") ==
          "tint.cl:5:10: params.a: a kernel cannot take a text; it takes the types boolean, integer, number "
          "and "
          "choice");
    CHECK(with("kind: point\nparams: {a: 3}") ==
          "tint.cl:5:10: params.a: say in a few words what it does, as 'help'");
    CHECK(with("kind: stencil\nreach: 2 * radus\nparams: {radius: {default: 1, help: R.}}") ==
          "tint.cl:5:8: there is no number 'radus' (did you mean 'radius'?)");
    CHECK(with("kind: stencil").find("tint.cl:4:1: a stencil declares either how far it reads") == 0);
    CHECK(with("kind: source").find("a source says how large its image is") != std::string::npos);
    CHECK(
        with("kind: reduce\nmeasure: {quantities: [count, mean]}\nfields: [level]")
            .find(
                "tint.cl:5:11: measure.quantities: 'mean' follows from count, sum and sum_sq; name these") !=
        std::string::npos);
    CHECK(with("kind: reduce").find("a reduce says which statistics it needs") != std::string::npos);
}

TEST_CASE("a function that is not what its comment declares is refused with a line") {
    const auto with = [](const std::string& function) {
        return refused(
            "/*\nsluice: 1\nname: tint\nkind: point\nsummary: Tints.\n"
            "params: {strength: {default: 1, help: How much.}}\n*/\n" +
            function);
    };
    CHECK(with("V tint(V v, REAL strength) { return v * strength; }\n").empty());
    CHECK(with("V tint_other(V v, REAL strength) { return v; }\n") ==
          "tint.cl:3:1: tint: the text does not define the function; write V tint(V v) { ... }");
    CHECK(
        with("V tint(V v, REAL strenght) { return v; }\n") ==
        "tint.cl:6:10: params.strength: it is never used; take it as an argument, REAL strength, or leave it "
        "out\ntint.cl:8: tint: argument 'strenght' is not declared (did you mean 'strength'?)");
    CHECK(with("\nfloat tint(V v, REAL strength) { return 1; }\n") ==
          "tint.cl:9: tint: the function of a point gives V, not float: V tint(V v)");
    CHECK(with("V tint(SRC src, REAL strength) { return AT(src, 0, 0); }\n")
              .find("tint.cl:8: tint: only a stencil reads neighbours with SRC") == 0);
    CHECK(with("V tint(V v, REAL strength) { return AT(v, 1, 0); }\n") ==
          "tint.cl:8: tint: AT reads neighbours; only a stencil can");
    CHECK(with("V other(V v) { return v; }\nV tint(V v, REAL strength) { return v * strength; }\n") ==
          "tint.cl:8: other: a function of this file must start with 'tint'");
    CHECK(refused_stencil("reach: 1\n", "V tint(V v) { return v; }\n")
              .find("tint.cl:8: tint: the first argument of a stencil is SRC src") != std::string::npos);
    CHECK(refused_stencil("reach: 1\n", "V tint(SRC src, VI X) { return TEXEL(src, X, X); }\n")
              .find("TEXEL needs 'region' in the place of 'reach'") != std::string::npos);
    CHECK(refused_stencil("reach: radius\nparams: {radius: {default: 1, live: true, help: R.}}\n",
                          "V tint(SRC src, int radius) { return AT(src, 0, 0); }\n")
              .find("tint.cl:7:10: params.radius: it cannot be live") == 0);
}

TEST_CASE("a kernel's text has nothing that could read memory") {
    CHECK(refused_body("    return v * 2 + v.s0 * 3;").empty());
    CHECK(refused_body("    V a[3] = {v, v * 2, v};\n    for (int i = 0; i < 3; ++i) a[i] = a[2 - i] * 2;\n"
                       "    return a[0] * a[1] && v ? a[2] : v;")
              .empty());
    CHECK(refused_body("    int i = 1;\n    i++ * 2;\n    return (V)(1) * (V)(sizeof(float) * i) & v;")
              .empty());
    const std::string pointers =
        "pointers and addresses are not allowed; read images with AT, TEXEL or SAMPLE, and pass values";
    for (const char* line :
         {"float *p = 0;", "float* p = 0;", "float a, *b;", "v = *(V *)8;", "v = (V)*v;", "v = *v;",
          "int i = (int)&v;", "v = fabs(&v);", "p->x = 1;", "float(*f)(float);", "const float *const p;",
          "struct tint_pair *p;", "v = (float *)(v);", "long a = (long)(&v);", "void *p;"})
        CHECK_MESSAGE(
            refused_body(std::string("    ") + line + "\n    return v;").find("tint.cl:8: " + pointers) !=
                std::string::npos,
            line << ": " << refused_body(std::string("    ") + line + "\n    return v;"));
    const auto line8 = [](const std::string& line, const std::string& said) {
        const std::string text = refused_body("    " + line + "\n    return v;");
        CHECK_MESSAGE(text.find("tint.cl:8: ") != std::string::npos, line << ": " << text);
        CHECK_MESSAGE(text.find(said) != std::string::npos, line << ": " << text);
    };
    line8("asm(\"nop\");", "'asm' is not allowed");
    line8("__asm__(\"nop\");", "'__asm__' is not allowed");
    line8("printf(\"x\");", "'printf' is not allowed");
    line8("barrier(1);", "'barrier' is not allowed");
    line8("v = vload4(0, v);", "'vload4' is not allowed");
    line8("int i = get_global_id(0);", "'get_global_id' is not allowed");
    line8("global float x;", "'global' is not allowed");
    line8("v = blurred(v);", "there is no function 'blurred'");
    line8("v = v[0];", "an index is only allowed behind an array of this text");
    line8("float a[n];", "the size of an array must be an integer");
    line8("float a[2][3];", "an array has one index");
    line8("float a[2]; v = dot(a, v);", "the array 'a' must have an index here");
    line8("typedef float *p;", "'typedef' is not allowed");
    line8("int i = 'a';", "quotes are not allowed");
    const auto before = [](const std::string& line, const std::string& said) {
        const std::string text = refused_body("    return v;", line + "\n");
        CHECK_MESSAGE(text.find(said) != std::string::npos, line << ": " << text);
        CHECK(text.find("tint.cl:7: ") != std::string::npos);
    };
    before("#include \"kernels/luma.clh\"", "a kernel of one's own cannot include files");
    before("#include <stdio.h>", "a kernel of one's own cannot include files");
    before("#pragma OPENCL EXTENSION all : enable", "'#pragma' is not allowed");
    before("#line 3 \"other\"", "'#line' is not allowed");
    before("#define TINT_STAR *", pointers);
    before("#define TINT_T float", "a macro cannot stand for a type");
    before("#define TINT_P(t) (t *)0", pointers);
    before("#define TINT_J(a, b) a##b", "a macro cannot join or quote words");
    before("#define TINT_I(a) a[9]", "a macro cannot have an index");
    before("V tint_sum(V a[3]) { return a[0]; }", "a function cannot take an array");
    CHECK(refused_body("    return TINT_TWICE(v);", "#define TINT_TWICE(a) ((a) * 2)\n").empty());
    CHECK(refused_body("    return tint_of(v, 3);", "V tint_of(V v, int n) { return v * n; }\n").empty());
}

TEST_CASE("an index of a kernel stays in its array, and lines keep their numbers") {
    const StageDef stage = stages_of_text(
                               "/*\nsluice: 1\nname: tint\nkind: point\nsummary: Tints.\n*/\n"
                               "constant float tint_w[3] = {1, 2, 3};\n"
                               "V tint(V v) {\n    int at[2] = {0, 5};\n"
                               "    return v * tint_w[at[1] + 1];\n}\n",
                               "tint.cl")
                               .front();
    CHECK(stage.call()->text->find("tint_w[min((uint)(at[min((uint)(1), 1u)] + 1), 2u)];\n") !=
          std::string::npos);
    CHECK(std::count(stage.call()->text->begin(), stage.call()->text->end(), '\n') == 11);
}

TEST_CASE("a kernel file is named as its stage, and lies where included files do") {
    const TemporaryFolder folder;
    const auto file = folder.put("tint.cl", point_header + point_function);
    CHECK(stages_of_file(file).front().read_from->file == file.string());
    const auto other = folder.put("other.cl", point_header + point_function);
    CHECK(error_of([&] { stages_of_file(other); }) ==
          other.string() + ":1: tint: a kernel file is named as its stage; call it 'tint.cl'");
    const auto pipeline = folder.put(
        "p.yaml",
        "sluice: 1\nstages:\n- load: a\n- kernel: {file: tint.cl, steps: 2}\n- kernel: {file: tint.cl, "
        "steps: 3}\n  id: again\n- save: b\n");
    const Graph graph = Graph::from_file(pipeline);
    CHECK(graph.stages.size() == 1);
    CHECK(edges(checked(graph)) == "load > tint.src, tint > again.src, again > save.src");
    CHECK(checked(graph).nodes[2].values.at("steps") == Value(std::int64_t{3}));
    {
        const Variable common("SLUICE_PIPELINES", (folder / "").c_str());
        CHECK(edges(checked("load a | kernel tint.cl 0.2 steps=1 | save b")) ==
              "load > tint.src, tint > save.src");
    }
    CHECK(faults_of_chain("load a | tint.cl | save b").find("'kernel tint.cl' uses a kernel of your own") !=
          std::string::npos);
    const std::string missing = error_of([&] { Graph::from_chain("load a | kernel tint.cl | save b"); });
    CHECK_MESSAGE(missing.find("chain:1:17: kernel: 'tint.cl': ") == 0, missing);
    CHECK(error_of([&] {
              Graph::from_chain("load a | kernel | save b");
          }).find("chain:1:10: kernel: the name of a kernel file is expected first") == 0);
}

TEST_CASE("a kernel's text may stand in the pipeline") {
    const std::string body =
        "        /*\n        sluice: 1\n        name: tint\n        kind: point\n"
        "        summary: Tints.\n        */\n";
    const auto file = [&](const std::string& function) {
        return "sluice: 1\nstages:\n- load: a\n- kernel:\n    text: |\n" + body + "        " + function +
               "\n- save: b\n";
    };
    const Graph graph = Graph::from_text(file("V tint(V v) { return v; }"), "p.yaml");
    CHECK(edges(checked(graph)) == "load > tint.src, tint > save.src");
    // Lines are those of the pipeline file.
    CHECK(error_of([&] {
              Graph::from_text(file("V tint(V v) { return *v; }"), "p.yaml");
          }).find("p.yaml:12: ") == 0);
    CHECK(error_of([&] {
              Graph::from_text(file("V other(V v) { return v; }"), "p.yaml");
          }).find("p.yaml:8:") == 0);
    // A printed chain holds it.
    const std::string chain = chain_text(checked(graph));
    CHECK(chain_text(checked(chain)) == chain);
    CHECK(chain.find("kernel text=") != std::string::npos);
}

TEST_CASE("two stages of a pipeline cannot have one name") {
    const TemporaryFolder folder;
    folder.put("tint.cl", point_header + point_function);
    folder.put("more/tint.cl", point_header + point_function + "\n");
    const auto file = folder.put("p.yaml", "sluice: 1\nstages:\n- kernel: tint.cl\n- kernel: more/tint.cl\n");
    CHECK(error_of([&] {
              Graph::from_file(file);
          }).find("p.yaml:4:11: kernel: two different kernels of this pipeline are named 'tint'") !=
          std::string::npos);
    const auto gamma = folder.put("gamma.cl",
                                  "/*\nsluice: 1\nname: gamma\nkind: point\nsummary: G.\n*/\n"
                                  "V gamma(V v) { return v; }\n");
    const std::string chain = "load a | kernel " + gamma.string() + " | save b";
    CHECK(faults_of_chain(chain).find(
              "sluice has a stage, or a part of one, named 'gamma'; give the kernel another name") !=
          std::string::npos);
}

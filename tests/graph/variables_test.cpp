// `vars:` and `${...}` of pipeline files.
#include "pipeline/graph/yaml/expression.hpp"
#include "tests/error_of.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace sluice;
using namespace sluice::test;

namespace {

const Values numbers{
    {"a", 2.0}, {"b", std::int64_t{5}}, {"word", std::string("abc")}, {"text", std::string("7")}};

// The value of an expression, or what is wrong with it.
std::string result(const std::string& expression) {
    Wording fault;
    const auto look_up = [](const std::string& name, Wording& why) -> std::optional<Value> {
        const auto at = numbers.find(name);
        if (at != numbers.end()) return at->second;
        why = "no " + name;
        return std::nullopt;
    };
    const auto value = evaluate(expression, look_up, fault);
    return value ? text(*value) : fault.text();
}

std::string file(const std::string& vars, const std::string& stages) {
    return "sluice: 1\nvars:\n" + vars + "stages:\n" + stages;
}
// The value of the first parameter of the first stage.
Value first_value(const std::string& vars, const std::string& value, const Values& given = {}) {
    return Graph::from_text(file(vars, "  - gamma: {exponent: " + value + "}\n"), "p.yaml", given)
        .nodes.at(0)
        .params.at(0)
        .value;
}
std::string refused_vars(const std::string& text, const Values& given = {}) {
    return error_of([&] { Graph::from_text(text, "p.yaml", given); });
}

}  // namespace

TEST_CASE("expressions are numbers, variables, + - * /, parentheses, min, max and round") {
    CHECK(result("2") == "2");
    CHECK(result(" 1 + 2 * 3 ") == "7");
    CHECK(result("(1 + 2) * 3") == "9");
    CHECK(result("8 / 2 / 2") == "2");
    CHECK(result("8 - 2 - 2") == "4");
    CHECK(result("-2 * -3") == "6");
    CHECK(result("1e2 + .5") == "100.5");
    CHECK(result("a * 1.5 + b") == "8");
    CHECK(result("min(a, b, 1)") == "1");
    CHECK(result("max(a, b)*2") == "10");
    CHECK(result("round(a / 4 + 0.1)") == "1");
    CHECK(result("round(-2.5)") == "-3");
    CHECK(result("text + 1") == "8");
    CHECK(result("word") == "abc");  // a variable alone is what it is
}

TEST_CASE("an expression that is none is refused") {
    CHECK(result("") == "a variable or a number is missing between '${' and '}'");
    CHECK(result("1 +") == "a number is missing at the end of '1 +'");
    CHECK(result("(1") == "a ')' is missing at the end of '(1'");
    CHECK(result("1 2").starts_with("'2' is not expected here; "));
    CHECK(result("2 % 2").starts_with("'% 2' is not expected here; "));
    CHECK(result("round(1, 2)").starts_with("', 2)' is not expected here; "));
    CHECK(result("1.2.3") == "'1.2.3' is not a number");
    CHECK(result("1 / (a - 2)") == "'1 / (a - 2)' divides by zero");
    CHECK(result("1e308 * 10") == "'1e308 * 10' is not a finite number");
    CHECK(result("word * 2") == "'word' is 'abc', which is not a number");
    CHECK(result("c + 1") == "no c");
    CHECK(result(std::string(100000, '(')) == "parentheses are nested too deeply");
    CHECK(result(std::string(100000, '-') + "1") == "1");
}

TEST_CASE("values use variables, whose defaults a caller can replace") {
    const std::string vars = "  radius: {type: number, default: 3, range: [0, 50], help: How far.}\n";
    CHECK(first_value(vars, "\"${radius}\"") == Value("3"));
    CHECK(first_value(vars, "\"${radius * 2}\"") == Value("6"));
    CHECK(first_value(vars, "\"${radius}\"", {{"radius", std::string("4.5")}}) == Value("4.5"));
    CHECK(first_value(vars, "\"${radius}\"", {{"radius", std::int64_t{7}}}) == Value("7"));
    CHECK(first_value(vars, "\"r-${radius}.png\"") == Value("r-3.png"));
    CHECK(first_value("  radius: 3\n", "\"$${x} ${radius}\"") == Value("${x} 3"));
    CHECK(first_value("  r: 3\n  double: ${r * 2}\n", "\"${double + r}\"", {{"r", 1.0}}) == Value("3"));
    CHECK(first_value("  list: [1, 2]\n", "\"${list}\"") == Value(std::vector<double>{1, 2}));
    CHECK(first_value("  on: true\n", "\"${on}\"") == Value("true"));
    CHECK(first_value("  low: 1\n", "[\"${low}\", 255]") == Value(std::vector<std::string>{"1", "255"}));
    CHECK(first_value("  low: 1\n", "[[0, 0], [\"${low / 2}\", 1]]") == Value("0,0;0.5,1"));
    // Without braces around it no quotes are needed.
    const Graph block = Graph::from_text(file("  r: 3\n", "  - gamma: ${r * 2}\n"), "p.yaml");
    CHECK(block.nodes[0].params[0].value == Value("6"));
}

TEST_CASE("a value is never read as YAML again") {
    const Graph graph = Graph::from_text(file("  name: a\n", "  - load: ${name}\n"), "p.yaml",
                                         {{"name", std::string("x, max_pixels: 3} #")}});
    REQUIRE(graph.nodes.size() == 1);
    CHECK(graph.nodes[0].params.size() == 1);
    CHECK(graph.nodes[0].params[0].value == Value("x, max_pixels: 3} #"));
}

TEST_CASE("options of a batch use variables too") {
    const Graph graph =
        Graph::from_text("sluice: 1\nvars: {n: 3}\nbatch: {level: '${n + 1}'}\nstages: [gamma]\n", "p.yaml");
    CHECK(graph.batch.at(0).value == Value("4"));
}

TEST_CASE("variables of the environment are there where a file allows it") {
    ::setenv("SLUICE_TEST_VALUE", "2.5", 1);
    const std::string stages =
        "stages:\n- gamma: ${env:SLUICE_TEST_VALUE}\n- gamma: ${env:SLUICE_TEST_VALUE * 2}\n";
    const Graph graph = Graph::from_text("sluice: 1\nallow_env: true\n" + stages, "p.yaml");
    CHECK(graph.nodes[0].params[0].value == Value("2.5"));
    CHECK(graph.nodes[1].params[0].value == Value("5"));
    CHECK(refused_vars("sluice: 1\nstages:\n- gamma: ${env:HOME}\n") ==
          "p.yaml:3:10: gamma: the file does not allow values from the environment; write 'allow_env: true' "
          "beside 'stages:' if they may decide what it does");
    CHECK(refused_vars("sluice: 1\nallow_env: true\nstages:\n- gamma: ${env:SLUICE_TEST_NONE}\n") ==
          "p.yaml:4:10: gamma: the environment variable 'SLUICE_TEST_NONE' is not set");
    CHECK(refused_vars("sluice: 1\nallow_env: 3\nstages:\n- gamma\n") ==
          "p.yaml:2:12: allow_env: true or false is expected");
}

TEST_CASE("a variable that is not set, wrong, unknown or unused is a fault with its place") {
    const std::string stages = "  - gamma: ${r}\n";
    struct WrongVariable {
        std::string vars, stages;
        Values given;
        std::string fault;
    };
    const std::vector<WrongVariable> cases{
        {"  r: {type: number, help: How far.}\n",
         stages,
         {},
         "p.yaml:3:3: vars.r: it has no value and no default; set it: vars.r=VALUE (How far.)"},
        {"  r: {default: 3, range: [0, 50]}\n",
         stages,
         {{"r", 70.0}},
         "p.yaml:3:3: vars.r: 70 is outside [0, 50]"},
        {"  r: 3\n", stages, {{"r", std::string("abc")}}, "p.yaml:3:3: vars.r: 'abc' is not a number"},
        {"  r: {default: 70, range: [0, 50]}\n",
         stages,
         {},
         "p.yaml:3:16: vars.r.default: 70 is outside [0, 50]"},
        {"  r: 3\n", stages, {{"R", 1.0}}, "p.yaml:2:1: vars.R: there is no such variable; there are: r"},
        {"  r: 3\n  q: 4\n",
         stages,
         {},
         "p.yaml:4:3: vars.q: it is never used; write ${q} as the value of a parameter, or leave the "
         "variable "
         "out"},
        {"  radius: 3\n",
         "  - gamma: ${radius}\n  - gamma: ${raduis}\n",
         {},
         "p.yaml:6:12: gamma: there is no variable 'raduis' (did you mean 'radius'?)"},
        {"  r: 3\n",
         "  - gamma: $r\n  - gamma: ${r}\n",
         {},
         "p.yaml:5:12: gamma: write a variable with braces: ${r}"},
        {"  r: 3\n",
         "  - gamma: ${r\n",
         {},
         "p.yaml:5:12: gamma: a '}' is missing after '${'; '$${' stands for '${'"},
        {"  min: 3\n",
         "  - gamma\n",
         {},
         "p.yaml:3:3: vars: 'min' cannot be a variable; its name consists of letters, digits and '_', begins "
         "with a letter, and is not min, max or round"},
        {"  r:\n",
         stages,
         {},
         "p.yaml:3:3: vars.r: write its default, or a map such as {type: number, default: 3, range: [0, "
         "50]}"},
        {"  r: {help: x}\n", stages, {}, "p.yaml:3:6: vars.r: give it a type or a default"},
        {"  r: {type: nubmer}\n",
         stages,
         {},
         "p.yaml:3:13: vars.r.type: 'nubmer' is not one of boolean, integer, number, text, path, choice, "
         "numbers, color, choices (did you mean 'number'?)"},
        {"  r: {default: 3, rnage: [0, 1]}\n",
         stages,
         {},
         "p.yaml:3:19: vars.r: unknown key 'rnage' (did you mean 'range'?); there are: type, default, range, "
         "choices, unit, help"},
        {"  r: {default: 3, range: [5, 1]}\n",
         stages,
         {},
         "p.yaml:3:26: vars.r.range: two numbers are expected, the lower one first: [0, 50]"},
        {"  r: [a, b]\n", stages, {}, "p.yaml:3:6: vars.r: a choice needs its 'choices', such as [png, jpg]"},
        {"  r: {type: choice}\n",
         stages,
         {},
         "p.yaml:3:6: vars.r: a choice needs its 'choices', such as [png, jpg]"},
        {"  r: 3\n",
         "  - gamma: ${load.size / 4 + r}\n",
         {},
         "p.yaml:5:12: gamma: of the image 'load', width, height and channels are known, not 'size'"},
        {"  r: [1, 2]\n",
         "  - gamma: {exponent: ['${r}', 3]}\n",
         {},
         "p.yaml:5:24: gamma.exponent: a list cannot be a part of a list; write '${r}' without the brackets "
         "around it"},
    };
    for (const WrongVariable& wrong : cases) {
        CAPTURE(wrong.vars + wrong.stages);
        CHECK(refused_vars(file(wrong.vars, wrong.stages), wrong.given) == wrong.fault);
    }
}

TEST_CASE("what braces in braces need is said") {
    CHECK(refused_vars("sluice: 1\nvars: {r: 3}\nstages:\n- gamma: {exponent: ${r}}\n") ==
          "p.yaml:4:21: put a value with ${...} in quotes where it stands in brackets");
}

TEST_CASE("a program gets the variable to set as data") {
    try {
        Graph::from_text("sluice: 1\nvars: {r: {type: number}}\nstages: [{gamma: '${r}'}]\n", "p.yaml");
        FAIL("it has no value");
    } catch (const Error& error) {
        REQUIRE(error.remedies().size() == 1);
        CHECK(error.remedies()[0] == Remedy{"vars.r", std::string("VALUE")});
    }
    CHECK(error_of([] {
              Graph::from_chain("gamma", {{"r", 3.0}});
          }) == "chain: vars.r: a chain has no variables; a pipeline file declares them under 'vars:'");
}

TEST_CASE("the variables of a file are declarations, also of those that must be given") {
    const std::vector<ParamDecl> declared = variables_of_text(
        "sluice: 1\nvars:\n  r: {type: integer, range: [1, 9], unit: px, help: How far.}\n  s: 0.5\nstages: "
        "[]\n",
        "p.yaml");
    REQUIRE(declared.size() == 2);
    CHECK(declared[0].type == ParamType::integer);
    CHECK(declared[0].required);
    CHECK(declared[0].high == 9);
    CHECK(declared[0].doc == "How far.");
    CHECK(declared[1].standard == Value(0.5));
}

TEST_CASE("the name of a stage may stand alone") {
    const Graph graph =
        Graph::from_text("sluice: 1\nstages:\n- load: a.png\n- normalize\n- save: b.png\n", "p.yaml");
    REQUIRE(graph.nodes.size() == 3);
    CHECK(graph.nodes[1].stage == "normalize");
    CHECK(graph.nodes[1].place.text() == "p.yaml:4:3");
}

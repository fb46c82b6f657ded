// What a stage declares of its parameters holds: its defaults are legal, its ranges, choices and counts are
// kept.
#include "pipeline/graph/declaration.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "tests/contract/cases.hpp"
#include "tests/stage_facts.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::contract;

namespace {

bool takes(const ParamDecl& param, const Value& value) {
    std::string fault;
    const bool taken = convert(param, value, fault).has_value();
    CHECK(taken == fault.empty());
    return taken;
}

// The number where the parameter wants it: by itself, or as often as a list must have it.
Value as_declared(const ParamDecl& param, double v) {
    if (param.type == ParamType::numbers || param.type == ParamType::color)
        return std::vector<double>(std::max<std::size_t>(param.min_count, 1), v);
    if (param.type == ParamType::integer) return static_cast<std::int64_t>(v);
    return v;
}

void check_range(const ParamDecl& param) {
    const bool whole = param.whole || param.type == ParamType::integer;
    const auto beyond = [&](double end, int sign) {
        return whole ? end + sign : std::nextafter(end, sign * std::numeric_limits<double>::infinity());
    };
    if (param.low) {
        CHECK(takes(param, as_declared(param, *param.low)));
        CHECK_FALSE(takes(param, as_declared(param, beyond(*param.low, -1))));
    }
    if (param.high) {
        CHECK(takes(param, as_declared(param, *param.high)));
        CHECK_FALSE(takes(param, as_declared(param, beyond(*param.high, 1))));
    }
    if (whole) CHECK_FALSE(takes(param, "0.5"));
}

void check_count(const ParamDecl& param) {
    const double v = param.low.value_or(param.high.value_or(0));
    const auto list = [&](std::size_t count) { return Value(std::vector<double>(count, v)); };
    if (param.min_count > 0) CHECK(takes(param, list(param.min_count)));
    if (param.min_count > 1) CHECK_FALSE(takes(param, list(param.min_count - 1)));
    if (param.max_count > 0) {
        CHECK(takes(param, list(param.max_count)));
        CHECK_FALSE(takes(param, list(param.max_count + 1)));
    }
}

void check_words(const ParamDecl& param) {
    for (const std::string& word : param.keywords) CHECK(takes(param, word));
    for (const std::string& word : param.choices) CHECK(takes(param, word));
    for (const std::string& example : param.examples) CHECK(takes(param, example));
    const bool free = param.type == ParamType::text || param.type == ParamType::path;
    if (!free) CHECK_FALSE(takes(param, "nonesuch"));
    if (param.type == ParamType::boolean)
        for (const char* word : {"true", "false"}) CHECK(takes(param, std::string(word)));
}

}  // namespace

TEST_CASE("every declaration is complete, and its page says all of its parameters") {
    for (const StageDef* stage : stages()) {
        CAPTURE(stage->name);
        for (const std::string& fault : declaration_faults(*stage)) FAIL_CHECK(fault);
        const std::string page = stage_markdown(*stage);
        CHECK(page == stage_markdown(*stage));
        for (const ParamDecl& param : stage->params)
            CHECK(page.find("`" + param.name + "`") != std::string::npos);
    }
}

TEST_CASE("defaults are legal") {
    for (const StageDef* stage : stages()) {
        CAPTURE(stage->name);
        for (const ParamDecl& param : stage->params) {
            if (param.required) continue;
            CAPTURE(param.name);
            CHECK(takes(param, param.standard));
            if (stage->internal) continue;
            std::string fault;                                             // as a user would write it
            const auto* word = std::get_if<std::string>(&param.standard);  // quotes are the chain's
            CHECK(convert(param, Value(word != nullptr ? *word : text(param.standard)), fault) ==
                  param.standard);
        }
    }
}

TEST_CASE("an end of a range is taken and one step beyond is refused; so are other words and counts") {
    for (const StageDef* stage : stages()) {
        CAPTURE(stage->name);
        for (const ParamDecl& param : stage->params) {
            CAPTURE(param.name);
            check_words(param);
            const bool numbers = param.type == ParamType::numbers || param.type == ParamType::color;
            if (numbers) check_count(param);
            if (numbers || param.type == ParamType::number || param.type == ParamType::integer)
                check_range(param);
        }
    }
}

TEST_CASE("what a stage makes of a format follows from its parameters and the format alone") {
    for (const StageDef* stage : stages_for_users()) {
        CAPTURE(stage->name);
        for (const auto& params : cases(*stage, {17, 9, 3, Pixel::u8})) {
            const auto graph = graph_of(*stage, params, {17, 9, 3, Pixel::u8});
            CAPTURE(graph.text());
            const Primitives once = primitives(graph), again = primitives(graph);
            REQUIRE(once.nodes.size() == again.nodes.size());
            for (std::size_t i = 0; i < once.nodes.size(); ++i) {
                CHECK(once.nodes[i].id == again.nodes[i].id);
                CHECK(once.nodes[i].values == again.nodes[i].values);
                CHECK(once.nodes[i].format == again.nodes[i].format);
                CHECK(once.nodes[i].layout == again.nodes[i].layout);
            }
        }
    }
}

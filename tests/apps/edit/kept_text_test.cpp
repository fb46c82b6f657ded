#include "apps/edit/kept_text.hpp"
#include "apps/edit/document.hpp"
#include "pipeline/sluice/plan.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::apps;

namespace {

// The text after a change of its document.
template <class Change>
std::string text_after(const std::string& text, Change change) {
    Json document = document_of(Graph::from_text(text, "a.yaml"), builtin_stages());
    change(document["nodes"]);
    return kept_text(text, "a.yaml", document, builtin_stages()).value_or("not kept");
}

std::string text_with(const std::string& text, std::size_t node, const std::string& param,
                      const std::string& value) {
    return text_after(text, [&](Json& nodes) { nodes[node]["params"][param] = value; });
}

const std::string kept_head = "sluice: 1  # one\nstages:\n";

}  // namespace

TEST_CASE("a value changes, and the text around it stays") {
    const auto changes = [](const std::string& before, const std::string& param, const std::string& value,
                            const std::string& after) {
        CAPTURE(before);
        CHECK(text_with(kept_head + before, 0, param, value) == kept_head + after);
    };
    changes("  - gamma: 0.8  # two\n", "exponent", "1.5", "  - gamma: 1.5  # two\n");
    changes("  - gamma: {exponent: 0.8}  # two\n", "exponent", "1.5", "  - gamma: {exponent: 1.5}  # two\n");
    changes("  - gamma:\n      exponent:   0.8 # two\n", "exponent", "1.5",
            "  - gamma:\n      exponent:   1.5 # two\n");
    changes("  - gamma: {exponent: \"0.8\"}\n", "exponent", "1.5", "  - gamma: {exponent: 1.5}\n");
    changes("  - gaussian: {sigma: [1, 2]} # two\n", "sigma", "3,4", "  - gaussian: {sigma: [3, 4]} # two\n");
    changes("  - pad: {size: 1, color: '#ff8800'}\n", "color", "#000000",
            "  - pad: {size: 1, color: \"#000000\"}\n");
    changes("  - gamma # two\n", "exponent", "1.5", "  - gamma: {exponent: 1.5} # two\n");
    changes("  - gamma: # two\n  - flip\n", "exponent", "1.5",
            "  - gamma: {exponent: 1.5} # two\n  - flip\n");
    changes("  - normalize: {mode: percentile} # two\n", "low", "2",
            "  - normalize: {low: 2, mode: percentile} # two\n");
    changes("  - normalize:\n      mode: percentile # two\n", "low", "2",
            "  - normalize:\n      low: 2\n      mode: percentile # two\n");
    changes("  - load: 'ü ö.png' # two\n  - gamma: 1\n", "path", "a b.png",
            "  - load: \"a b.png\" # two\n  - gamma: 1\n");
}

TEST_CASE("several values change, beside variables that stay") {
    const std::string text =
        "sluice: 1\nvars: {low: 1}\nstages:\n  - normalize: {mode: percentile, low: \"${low}\"}\n"
        "  - gamma: 0.8\n  - exposure: 1 # stops\n";
    CHECK(text_after(text,
                     [](Json& nodes) {
                         nodes[1]["params"]["exponent"] = "0.5";
                         nodes[2]["params"]["amount"] = "-1";
                     }) ==
          "sluice: 1\nvars: {low: 1}\nstages:\n  - normalize: {mode: percentile, low: \"${low}\"}\n"
          "  - gamma: 0.5\n  - exposure: -1 # stops\n");
    // A variable that nothing uses any more would be a fault.
    CHECK(text_with(text, 0, "low", "3") == "not kept");
}

TEST_CASE("a text that is the pipeline already stays, any other is not kept") {
    const std::string text = kept_head + "  - gamma: 0.8  # two\n  - flip\n";
    CHECK(text_after(text, [](Json&) {}) == text);
    CHECK(text_after(text, [](Json& nodes) { nodes.erase(1); }) == "not kept");
    CHECK(text_after(text, [](Json& nodes) { std::swap(nodes[0], nodes[1]); }) == "not kept");
    CHECK(text_after(text, [](Json& nodes) { nodes[0]["params"].erase("exponent"); }) == "not kept");
    CHECK(text_after(text, [](Json& nodes) { nodes[0]["id"] = "other"; }) == "not kept");
    const Json document{{"nodes", Json::array()}};
    for (const char* other : {"", "nonsense", "sluice: 1\nstages: 3\n", "sluice: 2\nstages: [gamma]\n"})
        CHECK(!kept_text(other, "a.yaml", document, builtin_stages()));
}

#include "apps/bench/chart.hpp"
#include "tests/apps/program.hpp"
#include "tests/apps/xml.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <regex>

using namespace sluice::apps;

namespace {

std::vector<double> bar_lengths(const std::string& text, int series) {
    const std::regex bar("<rect class=\"s" + std::to_string(series) +
                         "\" x=\"[\\d.]+\" y=\"[\\d.]+\" width=\"([\\d.]+)\" height=\"11.0\"");
    std::vector<double> lengths;
    for (std::sregex_iterator at(text.begin(), text.end(), bar), end; at != end; ++at)
        lengths.push_back(std::stod((*at)[1]));
    return lengths;
}

}  // namespace

TEST_CASE("the check of XML knows good from bad") {
    for (const char* good : {"<a/>", "<a b=\"1\" c=\"&lt;\">x &amp; y<d/></a>\n"})
        CHECK(xml_fault(good) == "");
    for (const char* bad : {"", "x", "<a>", "<a></b>", "<a b=1/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>",
                            "<a/><b/>", "<a>\x01</a>", "<a", "<a></a></a>"})
        CHECK_MESSAGE(xml_fault(bad) != "", std::string(bad));
}

TEST_CASE("bars are as long as their values say, and all that is said is in the figure") {
    Chart chart{"heading", "GB/s", "the limit", {"ours", "theirs"}, {}};
    chart.groups.push_back({"both", {{0, 10, "ten", 20}, {1, 5, "five"}}});
    chart.groups.push_back({"one", {{0, 20, "twenty", 20}}});
    chart.groups.push_back({"none", {}, "could not"});
    const std::string text = svg("title", "subtitle", {chart, chart});
    CHECK(xml_fault(text) == "");
    const std::vector<double> ours = bar_lengths(text, 0), theirs = bar_lengths(text, 1);
    REQUIRE(ours.size() == 4);
    REQUIRE(theirs.size() == 2);
    CHECK(ours[0] == doctest::Approx(ours[1] / 2));
    CHECK(theirs[0] == doctest::Approx(ours[0] / 2));
    for (const char* said :
         {"title", "subtitle", "heading", "GB/s", "the limit", "ours", "theirs", "both", "one", "none", "ten",
          "five", "twenty", "could not", "prefers-color-scheme: dark"})
        CHECK_MESSAGE(contains(text, said), std::string(said));
    CHECK_FALSE(contains(text, "href"));  // nothing comes from elsewhere
}

TEST_CASE("no text and no value breaks a figure") {
    const double infinity = std::numeric_limits<double>::infinity();
    Chart chart{"<&>\"", "a\x01\xff", "", {"s"}, {}};
    CHECK(xml_fault(svg("", "", {})) == "");
    CHECK(xml_fault(svg("", "", {chart})) == "");
    for (const double value : {0.0, -1.0, infinity, -infinity, infinity - infinity, 1e300, 1e-300}) {
        chart.groups = {{"a & b", {{0, value, "<>", value}, {7, 1, "beyond the series"}}}};
        const std::string text = svg("<", ">", {chart});
        CHECK(xml_fault(text) == "");
        CHECK_FALSE(contains(text, "nan"));
        CHECK_FALSE(contains(text, "inf"));
    }
}

TEST_CASE("bench reduce draws a figure, and stages has none") {
    const Scratch folder;
    const Outcome reduce = bench_program({"reduce", "--size", "33x7", "--runs", "1", "--storage", "buffer",
                                          "--compare", "--plot", folder / "reduce.svg"});
    CHECK(reduce.code == 0);
    const std::string figure = bytes_of(folder / "reduce.svg");
    CHECK(xml_fault(figure) == "");
    for (const char* part : {"33x7", "u8 x4", "f64 x1", "C++ on all cores"})
        CHECK_MESSAGE(contains(figure, part), std::string(part));

    const Outcome stages = bench_program({"stages", "--plot", folder / "stages.svg"});
    CHECK(stages.code == 2);
    CHECK(contains(stages.err, "--plot"));
    CHECK(folder.files("") == std::vector<std::string>{"reduce.svg"});
}

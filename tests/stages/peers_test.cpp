#include "tests/reference/wrong_peers.hpp"
#include "tests/stages/support.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("statistics that well-known libraries get wrong are right") {
    for (const reference::WrongStatistics& input : reference::wrong_statistics()) {
        CAPTURE(input.name);
        CAPTURE(input.peer);
        const HostImage image = input.image();
        Table table;
        if (input.mask) {
            const HostImage mask = input.mask();
            const ConstHostView view = mask.view();
            table = run("input id=mask; input | reduce from=input,mask", image.view(), {}, &view)
                        .tables.at("reduce");
        } else {
            table = run("reduce", image.view()).tables.at("reduce");
        }
        REQUIRE(table.layout().channels.size() == input.channels.size());
        for (std::size_t c = 0; c < input.channels.size(); ++c) {
            const reference::ExpectedStatistics& e = input.channels[c];
            if (!std::isnan(e.min)) CHECK(table.real("min", c) == e.min);  // NaN: random, not known
            if (!std::isnan(e.max)) CHECK(table.real("max", c) == e.max);
            CHECK(std::fabs(mean(table, c) - e.mean) <= e.mean_within);
            CHECK(std::fabs(standard_deviation(table, c) - e.std) <= e.std_within);
        }
    }
}

TEST_CASE("stretches that well-known libraries get wrong are right") {
    for (const reference::WrongStretch& input : reference::wrong_stretches()) {
        CAPTURE(input.name);
        CAPTURE(input.peer);
        std::string chain = "normalize";
        if (input.options.out)
            chain +=
                " out=" + number_text((*input.options.out)[0]) + "," + number_text((*input.options.out)[1]);
        if (input.options.group == reference::Grouping::joint) chain += " group=joint";
        const HostImage image = input.image();
        const auto difference = reference::compare(run(chain, image.view()).image.view(),
                                                   input.expected().view(), input.tolerance);
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

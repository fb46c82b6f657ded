// Tables whose contents a caller knows (PlanOptions::given).
#include "pipeline/plan/rewrite/give_tables.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "tests/error_of.hpp"
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

Table stats_of(const ExecutionPlan& plan, const std::string& id) {
    Table table(plan.graph.nodes[plan.graph.names.at(id)].layout.value());
    for (const Field& field : table.layout().fields)
        for (std::size_t channel = 0; channel < table.layout().channels.size(); ++channel)
            table.set(field.name, channel, 0, 0, field.name == "min" ? 10 : 200);
    return table;
}

}  // namespace

TEST_CASE("a table that is given is not measured, and its contents are part of the plan") {
    const ExecutionPlan measures = planned("normalize", photo, cpu, {.observe = {"normalize.stats"}});
    CHECK(measures.passes() == 2);
    PlanOptions options;
    options.given["normalize.stats"] = stats_of(measures, "normalize.stats");
    for (const DeviceFacts& device : {cpu, gpu}) {
        const ExecutionPlan given = planned("normalize", photo, device, options);
        CHECK(given.passes() == 1);
        const std::size_t node = given.graph.names.at("normalize.stats");
        CHECK(given.graph.nodes[node].is_given());
        CHECK(given.graph.nodes[node].inputs.empty());
    }
    // A plan that is made again with other values keeps it.
    const ExecutionPlan given = planned("normalize", photo, cpu, options);
    const ExecutionPlan again = make_plan(given.recipe->graph, given.recipe->registry, given.recipe->sources,
                                          given.device, given.recipe->options);
    CHECK(again.passes() == 1);
}

TEST_CASE("a table that does not fit in the place of another one is refused") {
    const ExecutionPlan measures = planned("normalize", photo, cpu, {.observe = {"normalize.stats"}});
    const Table stats = stats_of(measures, "normalize.stats");
    const auto fault = [&](const std::string& chain, const std::string& id, const Table& table,
                           const ImageFormat& format = photo) {
        return error_of([&] {
            PlanOptions options;
            options.given[id] = table;
            planned(chain, format, cpu, options);
        });
    };
    CHECK(fault("normalize", "normalize.stats", stats) == "");
    CHECK(fault("normalize", "stats", stats) ==
          "stats: a table is given for it, but this plan has no such table");
    CHECK(fault("normalize", "normalize", stats).find("no such table") != std::string::npos);
    CHECK(fault("normalize", "normalize.stats", stats, {451, 300, 1}) ==
          "normalize.stats: the table that is given is of other channels");
    CHECK(fault("normalize", "normalize.stats", stats, {.width = 451, .height = 300, .layers = 2})
              .find("must have one row") != std::string::npos);
    std::vector<Field> less = stats.layout().fields;
    less.pop_back();
    CHECK(fault("normalize", "normalize.stats", stats.only(less)).find(", which normalize.range reads") !=
          std::string::npos);
}

TEST_CASE("what a measured table follows from does not include what is done with it") {
    const auto measured = [](const std::string& chain) {
        Diagnostics faults;
        const CheckedGraph graph = check(Graph::from_chain(chain), builtin(), faults, {.open_ends = true});
        REQUIRE(faults.ok());
        std::string all;
        for (const Measured& one : measured_tables(walk(graph, builtin(), {{"input", photo}}, {})))
            all += one.id + " " + one.follows_from + "\n";
        return all;
    };
    const std::string plain = measured("gamma 2 | normalize");
    CHECK(plain.starts_with("normalize.stats "));
    CHECK(measured("gamma 2 | normalize out=10,20 | gamma 3") == plain);
    CHECK(measured("gamma 3 | normalize") != plain);
    CHECK(measured("normalize") != plain);
    CHECK(measured("gamma 2 | normalize group=joint") != plain);
    CHECK(measured("gamma 2") == "");
    CHECK(measured("normalize clahe").find("tiles") == std::string::npos);
}

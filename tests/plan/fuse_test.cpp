// Which primitives share a pass, and in which order steps run.
#include "pipeline/plan/fuse.hpp"

#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace sluice;
using namespace sluice::test;

namespace {

// "image [image > dim show* (reduce)] show": uploads, Tables and downloads by their names; a pass in
// brackets: what it loads, then its Points, * behind those that it stores, then its Reduces.
std::string steps(const std::string& chain, bool together = true) {
    const Primitives graph = simplified(chain);
    const auto id = [&](std::size_t node) { return graph.nodes.at(node).id; };
    std::string text;
    for (const Step& step : fuse(graph, together)) {
        if (!text.empty()) text += " ";
        if (const auto* up = std::get_if<UploadStep>(&step)) text += id(up->node);
        if (const auto* table = std::get_if<TableStep>(&step)) text += id(table->node);
        if (const auto* down = std::get_if<DownloadStep>(&step)) text += id(down->node);
        const auto* pass = std::get_if<PassStep>(&step);
        if (pass == nullptr) continue;
        const std::set<std::size_t> stored(pass->stores.begin(), pass->stores.end());
        text += "[";
        for (const std::size_t image : pass->loads) text += id(image) + " ";
        text += ">";
        for (const std::size_t point : pass->points)
            text += " " + id(point) + (stored.count(point) != 0 ? "*" : "");
        for (const std::size_t reduce : pass->reduces) text += " (" + id(reduce) + ")";
        text += "]";
    }
    return text;
}

struct Case {
    std::string chain, expected;
};
void check_steps(const std::vector<Case>& cases, bool together = true) {
    for (const Case& c : cases) {
        CAPTURE(c.chain);
        CHECK(steps(c.chain, together) == c.expected);
    }
}

}  // namespace

TEST_CASE("a Point joins the only one that takes its image") {
    check_steps({
        {"image | show", "image show"},
        {"image | dim | show", "image [image > dim*] show"},
        {"image | dim | dim id=b | dim id=c | show", "image [image > dim b c*] show"},
        {"image | dim; dim id=b from=image; pair from=dim,b | show", "image [image > dim b pair*] show"},
        {"image id=x; image id=y; pair from=x,y | dim | show", "x y [x y > pair dim*] show"},
        {"image; pair from=image,image | show", "image [image > pair*] show"},
        {"image | real | show pixel=u8", "image [image > real show.convert*] show"},
    });
}

TEST_CASE("an image that two take is stored, so that nothing is computed twice") {
    check_steps({
        {"image | dim | show; dim id=b from=dim | show id=t", "image [image > dim*] [dim > b*] show t"},
        {"image | dim; dim id=b from=dim | show; dim id=c from=dim | show id=t",
         "image [image > dim*] [dim > b*] [dim > c*] show t"},
        {"image | dim | show; show id=t from=dim", "image [image > dim*] show t"},
    });
}

TEST_CASE("a Point that takes one image twice is one that takes it") {
    check_steps({{"image | dim; pair from=dim,dim | show", "image [image > dim pair*] show"}});
}

TEST_CASE("a Reduce joins the pass that makes its image; what only Reduces read is not stored") {
    check_steps({
        {"image | dim | show; reduce from=dim", "image [image > dim* (reduce)] show"},
        {"image | dim | reduce", "image [image > dim (reduce)]"},
        {"image | dim | dim id=b | show; reduce id=r from=dim; reduce id=s from=b",
         "image [image > dim b* (r) (s)] show"},
    });
}

TEST_CASE("Reduces of an image in memory share a pass of their own") {
    check_steps({
        {"image | reduce", "image [image > (reduce)]"},
        {"image | reduce id=r; reduce id=s from=image; dim from=image | show",
         "image [image > (r) (s)] [image > dim*] show"},
        {"image id=x | reduce id=r; image id=y | reduce id=s", "x [x > (r)] y [y > (s)]"},
    });
}

TEST_CASE("a Reduce with a mask reads both from memory") {
    check_steps({
        {"image id=m; image | reduce from=image,m", "image m [image m > (reduce)]"},
        {"image id=m; image | dim | reduce from=dim,m", "image [image > dim*] m [dim m > (reduce)]"},
        {"image | dim; image id=i | reduce from=i,dim", "i image [image > dim*] [i dim > (reduce)]"},
        {"image id=m; image; reduce id=r from=image,m; reduce id=s from=image,m; reduce id=t from=image",
         "image m [image m > (r) (s)] [image > (t)]"},
    });
}

TEST_CASE("a whole-image Table parts passes") {
    check_steps({
        {"image | normalize | show",
         "image [image > (normalize.stats)] normalize.line [image > normalize.apply*] show"},
        {"image | dim | normalize | dim id=b | show",
         "image [image > dim* (normalize.stats)] normalize.line [dim > normalize.apply b*] show"},
        {"image | normalize id=n | normalize id=o | show",
         "image [image > (n.stats)] n.line [image > n.apply* (o.stats)] o.line [n.apply > o.apply*] show"},
        // Behind the Table, an image from before it cannot be evaluated in the same pass.
        {"image | dim; image id=i | normalize; pair from=dim,normalize | show",
         "i image [image > dim*] [i > (normalize.stats)] normalize.line [i dim > normalize.apply pair*] "
         "show"},
    });
}

TEST_CASE("downloads come last, and where nobody waits they do not hold passes up") {
    check_steps({
        {"image | show; dim from=image | show id=t; reduce from=dim", "image [image > dim* (reduce)] show t"},
        {"image | show; normalize from=image | show id=t",
         "image [image > (normalize.stats)] normalize.line [image > normalize.apply*] show t"},
        {"image id=x | show; image id=y | dim | show id=t", "x y [y > dim*] show t"},
    });
}

TEST_CASE("without fusion each primitive is a pass of its own") {
    check_steps(
        {
            {"image | dim | dim id=b | show", "image [image > dim*] [dim > b*] show"},
            {"image | dim | show; reduce from=dim", "image [image > dim*] [dim > (reduce)] show"},
            {"image | dim | reduce", "image [image > dim*] [dim > (reduce)]"},
            {"image | reduce id=r; reduce id=s from=image", "image [image > (r)] [image > (s)]"},
            {"image | normalize | show",
             "image [image > (normalize.stats)] normalize.line [image > normalize.apply*] show"},
        },
        false);
}

TEST_CASE("every step stands behind what it needs, and everything is done once") {
    const Primitives graph = simplified(
        "image id=m; image | dim | normalize from=dim,m | dim id=b | show; reduce from=normalize; "
        "pair from=dim,b | twice | show id=t; show id=u from=dim");
    for (const bool together : {true, false}) {
        CAPTURE(together);
        std::set<std::size_t> there;  // in memory, or a Table
        std::multiset<std::size_t> done;
        for (const Step& step : fuse(graph, together)) {
            const auto make = [&](std::size_t node) {
                for (const auto& input : graph.nodes[node].inputs)
                    if (input) CHECK(there.count(*input) == 1);
                there.insert(node);
                done.insert(node);
            };
            if (const auto* up = std::get_if<UploadStep>(&step)) make(up->node);
            if (const auto* table = std::get_if<TableStep>(&step)) make(table->node);
            if (const auto* down = std::get_if<DownloadStep>(&step)) make(down->node);
            if (const auto* pass = std::get_if<PassStep>(&step)) {
                for (const std::size_t image : pass->loads) CHECK(there.count(image) == 1);
                const std::set<std::size_t> before = there;
                for (const std::size_t point : pass->points) make(point);
                for (const std::size_t reduce : pass->reduces) make(reduce);
                there = before;  // what was evaluated stays in the pass, unless it is stored
                there.insert(pass->stores.begin(), pass->stores.end());
                there.insert(pass->reduces.begin(), pass->reduces.end());
            }
        }
        CHECK(done.size() == graph.nodes.size());
        CHECK(std::set<std::size_t>(done.begin(), done.end()).size() == graph.nodes.size());
    }
}

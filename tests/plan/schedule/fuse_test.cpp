// Which primitives share a pass, and in which order steps run.
#include "pipeline/plan/schedule/fuse.hpp"

#include "pipeline/plan/rewrite/asked_images.hpp"
#include "tests/plan/planned.hpp"
#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

// "image [image > dim show* (reduce)] show": uploads, Tables and downloads by their names; a pass in
// brackets: what it loads, then its Points, * behind those that it stores, then its Reduces.
std::string steps(const std::string& chain, bool together = true,
                  const std::vector<std::string>& store = {}) {
    Primitives graph = simplified(chain);
    mark_stored(graph, store);
    const auto id = [&](std::size_t node) { return graph.nodes.at(node).id; };
    std::string text;
    for (const Step& step : fuse(graph, profile_for(cpu, {}), together).steps) {
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

TEST_CASE(
    "what two take in the same sweep is evaluated once, in one pass; only the images of Sinks are stored") {
    check_steps({
        {"image | dim | show; dim id=b from=dim | show id=t", "image [image > dim* b*] show t"},
        {"image | dim; dim id=b from=dim | show; dim id=c from=dim | show id=t",
         "image [image > dim b* c*] show t"},
        {"image | dim | show; show id=t from=dim", "image [image > dim*] show t"},
        {"image id=x; image id=y; dim from=x | show; dim id=b from=y | show id=t",
         "x [x > dim*] y [y > b*] show t"},
    });
}

TEST_CASE("a kernel writes eight images at most") {
    std::string chain = "image";
    for (int i = 0; i < 9; ++i) {
        const std::string n = std::to_string(i);
        chain += " ; dim id=d" + n + " from=image | show id=s" + n;
    }
    check_steps(
        {{chain,
          "image [image > d0* d1* d2* d3* d4* d5* d6* d7*] [image > d8*] s0 s1 s2 s3 s4 s5 s6 s7 s8"}});
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
         "image [image > dim* (r) (s)] show"},
        {"image id=x | reduce id=r; image id=y | reduce id=s", "x [x > (r)] y [y > (s)]"},
    });
}

TEST_CASE("a mask is loaded or evaluated like the image that it is for") {
    check_steps({
        {"image id=m; image | reduce from=image,m", "m image [m image > (reduce)]"},
        {"image id=m; image | dim | reduce from=dim,m", "m image [m image > dim (reduce)]"},
        {"image | dim; image id=i | reduce from=i,dim", "image i [image i > dim (reduce)]"},
        {"image id=m; image; reduce id=r from=image,m; reduce id=s from=image,m; reduce id=t from=image",
         "m image [m image > (r) (s) (t)]"},
    });
}

TEST_CASE("a whole-image Table parts passes; what both sides need is evaluated again or stored") {
    check_steps({
        {"image | normalize | show",
         "image [image > (normalize.stats)] normalize.line [image > normalize.apply*] show"},
        {"image | dim | normalize | dim id=b | show",
         "image [image > dim (normalize.stats)] normalize.line [image > dim normalize.apply b*] show"},
        {"image | normalize id=n | normalize id=o | show",
         "image [image > (n.stats)] n.line [image > n.apply (o.stats)] o.line [image > n.apply o.apply*] "
         "show"},
        {"image | dim; image id=i | normalize; pair from=dim,normalize | show",
         "image i [i > (normalize.stats)] normalize.line [image i > dim normalize.apply pair*] show"},
    });
}

TEST_CASE("stored or evaluated again: whichever takes less time") {
    check_steps({
        // One byte there and back is less than 16 a second time ...
        {"image pixel=f32 | convert channels=1 | normalize | show",
         "image [image > convert* (normalize.stats)] normalize.line [convert > normalize.apply*] show"},
        // ... 16 there and back are not less than 4.
        {"image | real | normalize | show",
         "image [image > real (normalize.stats)] normalize.line [image > real normalize.apply*] show"},
        // The image of a Sink is there anyway: as good as the one that it is made of, and nothing to
        // evaluate.
        {"image | dim | show; normalize from=dim | show id=t",
         "image [image > dim* (normalize.stats)] normalize.line [dim > normalize.apply*] show t"},
        // But it costs more to read.
        {"image | real | show; normalize from=real | show id=t",
         "image [image > real* (normalize.stats)] normalize.line [image > real normalize.apply*] show t"},
    });
    const auto decision = [](const std::string& chain) {
        const FusedSteps fused = fuse(simplified(chain), profile_for(cpu, {}), true);
        REQUIRE(fused.decisions.size() == 1);
        return fused.decisions[0];
    };
    CHECK(decision("image pixel=f32 | convert channels=1 | normalize | show") ==
          "convert is needed on both sides of a table: stored, which takes about 0.00672 us, not 0.0555 us");
    CHECK(decision("image | real | normalize | show") ==
          "real is needed on both sides of a table: evaluated again, which takes about 0.0134 us, not 0.108 "
          "us");
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

TEST_CASE("an image that is asked for is read from memory by all that take it") {
    const std::vector<std::string> dim{"dim"};
    const auto stored = [](const std::string& chain, const std::vector<std::string>& ids) {
        return steps(chain, true, ids);
    };
    CHECK(stored("image | dim | dim id=b | show", dim) == "image [image > dim*] [dim > b*] show");
    CHECK(stored("image | dim | reduce", dim) == "image [image > dim*] [dim > (reduce)]");
    CHECK(stored("image | dim | dim id=b; pair from=dim,b | show", dim) ==
          "image [image > dim*] [dim > b pair*] show");
    // Each sweep reads it once more, and what is asked for on both sides of a table is made once.
    CHECK(stored("image | real | normalize | show", {"real"}) ==
          "image [image > real*] [real > (normalize.stats)] normalize.line [real > normalize.apply*] show");
    CHECK(stored("image | dim | normalize | dim id=b | show", {"normalize"}) ==
          "image [image > dim (normalize.stats)] normalize.line [image > dim normalize.apply*] "
          "[normalize.apply > b*] show");
    // It is there already, and nobody else takes it.
    CHECK(stored("image | dim | show", dim) == steps("image | dim | show"));
    CHECK(stored("image | dim | show", {"image"}) == steps("image | dim | show"));
    CHECK(steps("image | dim | dim id=b | show", false, dim) ==
          steps("image | dim | dim id=b | show", false));
}

TEST_CASE("every step stands behind what it needs, and every result is made once") {
    const Primitives graph = simplified(
        "image id=m; image | dim | normalize from=dim,m | dim id=b | show; reduce from=normalize; "
        "pair from=dim,b | twice | show id=t; show id=u from=dim");
    for (const bool together : {true, false}) {
        CAPTURE(together);
        std::set<std::size_t> there;  // in memory, or a Table
        const auto make = [&](std::size_t node) { CHECK(there.insert(node).second); };
        const auto has = [&](std::size_t node, const std::set<std::size_t>& evaluated) {
            for (const auto& input : graph.nodes[node].inputs)
                if (input) CHECK(there.count(*input) + evaluated.count(*input) >= 1);
        };
        for (const Step& step : fuse(graph, profile_for(cpu, {}), together).steps) {
            if (const auto* up = std::get_if<UploadStep>(&step)) make(up->node);
            if (const auto* table = std::get_if<TableStep>(&step)) has(table->node, {}), make(table->node);
            if (const auto* down = std::get_if<DownloadStep>(&step)) has(down->node, {}), make(down->node);
            const auto* pass = std::get_if<PassStep>(&step);
            if (pass == nullptr) continue;
            std::set<std::size_t> evaluated;
            for (const std::size_t image : pass->loads) CHECK(there.count(image) == 1);
            for (const std::size_t point : pass->points) has(point, evaluated), evaluated.insert(point);
            for (const std::size_t reduce : pass->reduces) has(reduce, evaluated);
            for (const std::size_t store : pass->stores) CHECK(evaluated.count(store) == 1);
            for (const auto* list : {&pass->stores, &pass->reduces})
                for (const std::size_t i : *list) make(i);
        }
        for (std::size_t i = 0; i < graph.nodes.size(); ++i)
            if (!graph.nodes[i].is(Kind::point) || !together) CHECK(there.count(i) == 1);
    }
}

// Texts that nobody would write: each must be read, or refused as Error(usage), in no time.
#include "pipeline/graph/kernel_stage.hpp"
#include "pipeline/graph/opencl/signature.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <sstream>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr int rounds = 20000;

class Mutator {
public:
    // `words` are put in at random, and with them blanks, ends of lines and bytes that are no text.
    Mutator(std::vector<std::string> seeds, const std::string& words)
        : seeds_(std::move(seeds)), pieces_{" ",    "  ",       "\n",
                                            "\r\n", "\t",       std::string(1, '\0'),
                                            "\xFF", "\xC3\xA9", "\xEF\xBB\xBF"} {
        std::istringstream stream(words);
        for (std::string word; stream >> word;) {
            pieces_.push_back(word);
            pieces_.push_back(" " + word + " ");
        }
    }

    std::string next() {
        std::string text = seeds_[below(seeds_.size())];
        for (std::size_t i = below(6); i < 6; ++i) change(text);
        return text;
    }

private:
    std::size_t below(std::size_t n) { return random_() % n; }

    void change(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = std::min(below(12), text.size() - at);
        switch (below(6)) {
            case 0: text.erase(at, length); break;
            case 1: text.insert(at, pieces_[below(pieces_.size())]); break;
            case 2: text.insert(at, 1, static_cast<char>(below(256))); break;
            case 3: {
                const std::size_t from = below(text.size() + 1);
                text.insert(at, text.substr(from, below(40)));
                break;
            }
            case 4: text.replace(at, length, pieces_[below(pieces_.size())]); break;
            case 5:
                for (std::size_t i = 0; i < length; ++i)
                    text[at + i] = static_cast<char>(text[at + i] ^ (1 << below(8)));
                break;
        }
    }

    std::vector<std::string> seeds_;
    std::vector<std::string> pieces_;
    std::mt19937 random_{20240607};
};

// How often reading succeeded; anything but success and Error(usage) fails the test or ends it.
int survive(Mutator& mutator, const std::function<void(const std::string&)>& read) {
    int successes = 0;
    double slowest = 0;
    for (int i = 0; i < rounds; ++i) {
        const std::string text = mutator.next();
        CAPTURE(text);
        const std::clock_t begin = std::clock();  // of this process: the machine may be busy
        bool success = false;
        REQUIRE_NOTHROW([&] { success = error_of([&] { read(text); }).empty(); }());
        successes += success;
        slowest = std::max(slowest, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    CHECK(slowest < 2.0);  // seconds, under a sanitizer too
    return successes;
}

void check_graph(const Graph& graph) {
    Diagnostics faults;
    const CheckedGraph result = check(graph, sample_registry(), faults, {true, true});
    if (!faults.ok()) faults.throw_if_errors();
    for (std::size_t i = 0; i < result.nodes.size(); ++i) {
        REQUIRE(result.nodes[i].stage != nullptr);
        for (const auto& source : result.nodes[i].inputs)
            if (source) REQUIRE(source->node < i);
    }
}

// What chains are made from.
const std::string long_chain =
    "load photo.jpg | convert pixel=f32 space=linear | normalize mode=percentile low=1 | save out.png";
const std::string branches =
    R"(load a id=x | gamma 2 id=y; load 'b c' | blend from=x,mask:y | save "d\"" quality=50)";
const std::string ports = "gamma | split; describe from=split.stats; save b from=split.dark";
const std::string cycle = "gamma from=gamma.2 | gamma";

// What pipeline files are made from.
const std::string flow = R"(sluice: 1
stages:
  - load: {path: photo.jpg}
  - normalize: {mode: percentile, low: 1}
    id: s
  - save: {path: b.png}
  - gamma:
    from: s
  - save: {path: c.png}
)";
const std::string json = R"({"sluice": 1, "stages": [{"load": {"path": "a\u00e9\ud83d\ude00"}},
 {"gamma": {"exponent": 2.5}, "id": "g"}, {"blend": {}, "from": {"src": "g", "other": "load"}}]})";
const std::string block = R"(sluice: 1
stages:
- normalize:
    out:
    - 0
    - 255
    in: auto
    channels: [r, g]
- blend:
  from: [normalize, normalize.dst]
- split:
)";

const std::string reuse = R"(sluice: 1
vars: {r: {type: number, default: 3, range: [0, 50], help: h}, s: 1}
inputs: [image, mask]
outputs: {dst: gamma}
stages:
- gamma: ${max(r, s * 2) / 4}
- blend: {amount: "${s / (r + 1)}"}
  from: [gamma, mask]
)";
const std::string including = R"(sluice: 1
stages:
- load: a
- include: {file: none.yaml, by: 2}
  from: {mask: load}
)";

// What kernels are made from.
const std::string kernel = "// c\nV gamma(V v, float exponent) { return pow(v, (V)(exponent)); }\n";
const std::string helpers = R"(#define GAMMA_A(x) \
    (x)
constant float gamma_w[2] = {1, 2};
static V gamma_f(__global const uint *p) { if (p[0]) { return 1; } return 0; }
)";
const std::string types =
    "typedef struct { int a; } gamma_s; void gamma(gamma_s *a, int b[3]) { char c = '}'; }";

}  // namespace

TEST_CASE("20000 mutated chains are read or refused") {
    Mutator mutator({long_chain, branches, ports, "reduce", cycle},
                    R"(| ; ' " \ = , . : from= id= gamma load -1 1e999 nan from=a.b.c:d)");
    const int read = survive(mutator, [](const std::string& text) { check_graph(Graph::from_chain(text)); });
    CHECK(read > 100);  // else the mutations would test nothing but the first step
    CHECK(read < rounds - 100);
}

TEST_CASE("20000 mutated pipeline files are read or refused") {
    Mutator mutator(
        {flow, json, block, reuse, including},
        R"(- : { } [ ] , " ' &a *a !!str | > % --- ... # ? ~ null << from: id: \u sluice: 1 gamma:)"
        " ${ ${r} ( ) / vars:");
    const int read =
        survive(mutator, [](const std::string& text) { check_graph(Graph::from_text(text, "p.yaml")); });
    CHECK(read > 100);
    CHECK(read < rounds - 100);
}

TEST_CASE("20000 mutated kernels give signatures or faults") {
    Mutator mutator(
        {kernel, helpers, types},
        R"(( ) { } [ ] ; , * = " ' \ /* */ // #define #if typedef struct __attribute__(( void clamp)");
    const int read = survive(mutator, [](const std::string& text) {
        Diagnostics faults;
        for (const Signature& s : parse_signatures(text, "gamma.cl", faults)) check_argument_types(s, faults);
        faults.throw_if_errors();
    });
    CHECK(read > 100);
    CHECK(read < rounds - 100);
}

namespace {

const std::string own_stencil = R"text(/*
sluice: 1
name: own
kind: stencil
summary: It is one.
params:
  radius: {type: integer, default: 2, range: [0, 9], help: Reach.}
  mode: {choices: [a, b], default: b, help: How.}
reach: {left: 2 * radius, right: radius / 2, top: "max(1, radius)"}
border: mirror
result: {width: width / 2, height: radius + 1, channels: 1, pixel: f32}
*/
#define OWN_TWICE(a) ((a) * 2)
struct own_pair { float low, high; };
constant float own_w[3] = {1, 2, 3};
V own_of(SRC src, int far) { return AT(src, far, 0) * own_w[far + 1] + OWN_TWICE(AT(src, 0, -far)); }
V own(SRC src, int radius, int mode, VI X) {
    V sum = (V)(0);
    V most[4] = {sum, sum, sum, sum};
    for (int i = 0; i < radius; i++) most[i & 3] = fmax(sum, own_of(src, i)) * sizeof(float);
    return mode == 0 && radius > 1 ? most[2] : sum + most[most[0].s0 > 1 ? 1 : 0];
}
)text";
const std::string own_reduce = R"(/* sluice: 1
name: own
kind: reduce
summary: It is one.
inputs: {src: The image., mask: {help: A mask., optional: true}}
measure: {quantities: [min, max], group: channel}
fields: {level: f32, pixels: u32}
*/
void own(int row, int channel, TABLE stats, TABLE result) {
    result_level(row, channel) = (float)(stats_min(row, channel) + stats_max(row, channel)) / 2;
    result_pixels(row, channel) = 1;
}
)";

}  // namespace

TEST_CASE("20000 mutated kernels of one's own are stages or refused") {
    Mutator mutator(
        {own_stencil, own_reduce},
        R"(( ) { } [ ] ; , * & -> = ++ " ' \ /* */ // #define #include typedef struct own AT SRC V)"
        R"( sluice: name: kind: reach: region: all { } : - radius ${ 1e999 -1 float)");
    const int read = survive(mutator, [](const std::string& text) {
        const ImageFormat format{64, 48, 3};
        for (const StageDef& stage : stages_of_text(text, "own.cl")) {
            Values values;
            for (const ParamDecl& param : stage.params) values[param.name] = param.standard;
            const StageInputs inputs{values, {format}, {std::nullopt}};
            if (const auto* gather = stage.as<GatherDef>()) {
                gather->infer(inputs);
                if (gather->reach) gather->reach(inputs);
                if (gather->footprint) gather->footprint(inputs, {{0, 3}, {1, 2}});
            }
        }
    });
    CHECK(read > 100);
    CHECK(read < rounds - 100);
}

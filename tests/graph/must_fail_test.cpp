// Pipelines that must be refused, each with everything that is said about it.
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

struct Case {
    std::string text;
    std::string faults;
};

const Case chains[] = {
    // Syntax.
    {"", "chain:1:1: the chain is empty; write one such as 'load photo.jpg | normalize | save out.png'"},
    {" \n ", "chain:1:1: the chain is empty; write one such as 'load photo.jpg | normalize | save out.png'"},
    {"|", "chain:1:1: a stage is missing before '|'\nchain:1:1: a stage is missing after '|'"},
    {"load a || save b", "chain:1:9: a stage is missing before '|'"},
    {"load a |", "chain:1:8: a stage is missing after '|'"},
    {"load a | save b;", "chain:1:16: a stage is missing after ';'"},
    {"load a | ; save b", "chain:1:10: a stage is missing before ';'"},
    {"load 'a | save b", "chain:1:6: this quote is not closed: a second ' is missing"},
    {"load a | | save \"b",
     "chain:1:10: a stage is missing before '|'\nchain:1:17: this quote is not closed: a second \" is "
     "missing"},
    {"load a\\", "chain:1:7: nothing follows this backslash"},
    {"path=a | save b",
     "chain:1:1: a stage begins with its name, not with 'path=a': write 'path a' if 'path' is the stage"},
    {"'' a", "chain:1:1: a stage's name is empty"},
    {"load =a | save b", "chain:1:6: load: a parameter's name is missing before '='"},
    {"load path= | save b", "chain:1:6: load: a value is missing after 'path='"},
    {"a.png | gamma",
     "chain:1:1: there is no stage 'a.png'; 'load FILE' reads a file and 'save FILE' writes one"},
    {"load a b", "chain:1:8: load: quote a name with spaces: load 'a b'"},
    {"load my photo.png | save b", "chain:1:9: load: quote a name with spaces: load 'my photo.png'"},
    {"load it's.png | save b",
     "chain:1:8: this quote is not closed; put a name that contains an apostrophe in double quotes"},
    {"sharpen 2 3 | save b",
     "chain:1:1: there is no stage 'sharpen'; there are: apply, blend, convert, describe, gamma, "
     "histogram_file, load, normalize, reduce, save, split, stack"},
    {"load a gamma 2 save b", "chain:1:8: load: 'gamma' is a stage: put '|' before it"},
    {"load a, gamma, save b", "chain:1:9: load: 'gamma' is a stage: put '|' before it"},
    {"load a > gamma > save b", "chain:1:8: load: separate stages by '|', not by '>'"},
    {"load a | gamma 2 3 | save b",
     "chain:1:18: gamma: '3' is a second value without a name; there is one parameter, exponent"},
    {"load a | gamma exponent = 2 | save b",
     "chain:1:16: gamma: leave out the spaces around '='; write 'exponent=2'"},
    {"load a | gamma exponent= 2 | save b",
     "chain:1:16: gamma: leave out the spaces around '='; write 'exponent=2'"},
    {"load a | gamma exponent =2 | save b",
     "chain:1:16: gamma: leave out the spaces around '='; write 'exponent=2'"},
    {"load a | gamma -exponent 2 | save b", "chain:1:16: gamma: write a parameter as 'exponent=2'"},
    {"load path: a | save b", "chain:1:6: load: write a parameter as 'path=a'"},
    {"load(a) | save b",
     "chain:1:1: there is no stage 'load(a)'; separate a stage and its values by a space: load VALUE"},
    {"load a | blend from=load,mask=load | save b",
     "chain:1:16: blend: name an input with a colon: 'mask:load'"},
    {"load path=a path=b", "chain:1:13: load: 'path' is given twice"},
    {"load a id=x id=y", "chain:1:13: load: 'id' is given twice"},
    {"load a id=''", "chain:1:8: load: an id cannot be empty"},
    {"save b from=a,,c", "chain:1:8: save: a node's name is missing in 'a,,c'"},
    {"save b from=src:", "chain:1:8: save: a node's name is missing in 'src:'"},
    // Stages and parameters.
    {"load a | nomalize | save b", "chain:1:10: there is no stage 'nomalize' (did you mean 'normalize'?)"},
    {"load a | sharpen | save b",
     "chain:1:10: there is no stage 'sharpen'; there are: apply, blend, convert, describe, gamma, "
     "histogram_file, "
     "load, normalize, reduce, save, split, stack"},
    {"load a | \x1b[31m | save b",
     "chain:1:10: there is no stage '\\x1b[31m'; there are: apply, blend, convert, describe, gamma, "
     "histogram_file, load, normalize, reduce, save, split, stack"},
    {"load a | gamma exponnet=2 | save b",
     "chain:1:16: gamma: there is no parameter 'exponnet' (did you mean 'exponent'?)"},
    {"load a | gamma color=2 | save b",
     "chain:1:16: gamma: there is no parameter 'color'; there are: exponent"},
    {"load a | reduce size=2", "chain:1:17: reduce: there is no parameter 'size'; it has none"},
    {"load a | reduce 2", "chain:1:17: reduce: it has no parameters, so 2 means nothing"},
    {"load a path=b | save c", "chain:1:8: load.path: it is given twice"},
    {"load | save b", "chain:1:1: load.path: a value is required: The file."},
    {"load '' | save b", "chain:1:6: load.path: the path is empty"},
    {"load a | gamma 0 | save b", "chain:1:16: gamma.exponent: 0 is outside [0.01, 100]"},
    {"load a | gamma 2,5 | save b",
     "chain:1:16: gamma.exponent: '2,5' is not a number; decimals are written with a point"},
    {"load a | normalize mode=minmx | save b",
     "chain:1:20: normalize.mode: 'minmx' is not one of minmax, percentile (did you mean 'minmax'?)"},
    {"load a | normalize out=1,2,3 | save b",
     "chain:1:20: normalize.out: 3 values are given, at most 2 are expected"},
    {"load a | normalize in=atuo | save b",
     "chain:1:20: normalize.in: 'atuo' is not a number or 'auto' (did you mean 'auto'?)"},
    {"load a | normalize bins=2.5 clamp=2 | save b",
     "chain:1:20: normalize.bins: '2.5' is not an integer\nchain:1:29: normalize.clamp: '2' is neither "
     "true nor false"},
    {"load a | normalize bins=1 | save b", "chain:1:20: normalize.bins: 1 is below 2"},
    {"load a | normalize bins=3000000000 | save b",
     "chain:1:20: normalize.bins: 3000000000 is above 2147483647"},
    // Of another choice, which the default and a value that is the default are too.
    {"load a | normalize bins=64 | save b",
     "chain:1:20: normalize.bins: mode minmax has no such option; it belongs to percentile"},
    {"load a | normalize bins=256 minmax | save b",
     "chain:1:20: normalize.bins: mode minmax has no such option; it belongs to percentile"},
    {"load a | normalize bins=64 clamp=2 | save b",
     "chain:1:20: normalize.bins: mode minmax has no such option; it belongs to percentile\n"
     "chain:1:28: normalize.clamp: '2' is neither true nor false"},
    // Nobody knows for which it would be.
    {"load a | normalize bins=64 mode=percentil | save b",
     "chain:1:28: normalize.mode: 'percentil' is not one of minmax, percentile (did you mean 'percentile'?)"},
    {"load a | normalize bins=64 mod=percentile | save b",
     "chain:1:28: normalize: there is no parameter 'mod' (did you mean 'mode'?)"},
    {"load a | normalize id=n low=50 high=40 | save b", "chain:1:10: n: low must be less than high"},
    {"load a | save b quality=101", "chain:1:17: save.quality: 101 is outside [1, 100]"},
    // Names.
    {"load a id=x | save b id=x", "chain:1:22: the id 'x' is taken, see chain:1:8"},
    {"load a id='x y' | save b",
     "chain:1:8: 'x y' cannot be an id; ids consist of letters, digits, '_' and '-'"},
    // Edges.
    {"load a id=photo; save b from=photto",
     "chain:1:25: save: there is no node 'photto' (did you mean 'photo'?)"},
    {"load a; save b from=load.image", "chain:1:16: save: 'load' has no output 'image'; there are: dst"},
    {"load a | split; save b from=split.drak",
     "chain:1:24: save: 'split' has no output 'drak' (did you mean 'dark'?)"},
    {"load a | reduce id=r; save b from=r",
     "chain:1:30: save: input 'src' needs an image, but 'r' produces a table"},
    {"load a | normalize; save b from=normalize.stats",
     "chain:1:28: save: input 'src' needs an image, but 'normalize.stats' produces a table"},
    {"load a | gamma; describe from=gamma",
     "chain:1:26: describe: input 'stats' needs a table, but 'gamma' produces an image"},
    {"gamma from=save; load a | save b",
     "chain:1:7: gamma: input 'src' needs an image, but 'save' produces nothing"},
    {"load a | gamma from=load,load | save b",
     "chain:1:16: gamma: 'from' names too many nodes; the inputs are: src"},
    {"load a | load b from=load.2 | save c", "chain:1:17: load.2: it has no input, so 'from' makes no sense"},
    {"load a | gamma from=mask:load | save b", "chain:1:16: gamma: there is no input 'mask'; there are: src"},
    {"load a | blend from=load,load,maks:load | save b",
     "chain:1:16: blend: there is no input 'maks' (did you mean 'mask'?)"},
    {"load a | blend from=load,src:load,other:load | save b",
     "chain:1:16: blend: input 'src' is given twice"},
    {"load a | reduce | save b",
     "chain:1:19: save: it needs an image, but 'reduce' before it produces a table; use 'from' to name "
     "another stage"},
    {"load a | describe",
     "chain:1:10: describe: it needs a table, but 'load' before it produces an image; use 'from' to name "
     "another stage"},
    {"load a | split; histogram_file h.csv from=split",
     "chain:1:38: histogram_file: input 'table' reads 'histogram', which 'split' does not have; it has: min"},
    {"load a | blend | save b",
     "chain:1:10: blend: input 'other' is not connected: name the image with 'from': "
     "from=load,NODE"},
    {"load m id=m; load a | blend from=m | save b",
     "chain:1:23: blend: input 'other' is not connected: name the image with 'from': from=load,m if 'other' "
     "is "
     "m, from=m,load if it is load"},
    {"gamma | save b",
     "chain:1:1: gamma: input 'src' is not connected: put 'load FILE |' or another stage before it, or name "
     "the image with 'from'"},
    {"load a | apply | save b",
     "chain:1:10: apply: input 'scale' is not connected: name the table with 'from': "
     "from=load,NODE"},
    {"load a; describe", "chain:1:9: describe: input 'stats' is not connected: name the table with 'from'"},
    {"load a | sharpen from=loud | save b",
     "chain:1:10: there is no stage 'sharpen'; there are: apply, blend, convert, describe, gamma, "
     "histogram_file, "
     "load, normalize, reduce, save, split, stack\nchain:1:18: sharpen: there is no node 'loud' (did you "
     "mean "
     "'load'?)"},
    // Cycles.
    {"gamma from=gamma | save b", "chain:1:1: gamma: it needs its own result: gamma -> gamma"},
    {"gamma id=a from=c | gamma id=b | gamma id=c | save x",
     "chain:1:1: a: it needs its own result: a -> b -> c -> a"},
    {"gamma id=a from=b | gamma id=b; gamma id=c from=d | gamma id=d; save x from=b",
     "chain:1:1: a: it needs its own result: a -> b -> a\nchain:1:33: c: it needs its own result: c -> d -> "
     "c"},
};

const Case files[] = {
    {"", "p.yaml: the file is empty; a pipeline file begins with 'sluice: 1'"},
    {"# nothing\n", "p.yaml: the file is empty; a pipeline file begins with 'sluice: 1'"},
    {"load a.png",
     "p.yaml:1:1: a pipeline file has the keys 'sluice: 1' and 'stages:', but this is a word or number; a "
     "chain "
     "belongs on the command line"},
    {"- load:\n", "p.yaml:1:1: a pipeline file has the keys 'sluice: 1' and 'stages:', but this is a list"},
    {"{}",
     "p.yaml:1:1: 'sluice: 1' is missing; it is the version of the format\n"
     "p.yaml:1:1: 'stages:' is missing, the list of stages"},
    {"sluice: 2\nstages: []\n",
     "p.yaml:1:9: sluice: version '2' is unknown; this program reads version 1\np.yaml:2:1: stages: the "
     "list is empty"},
    {"sluice: [1]\nstage:\n- load:\n",
     "p.yaml:1:1: sluice: the version must be a number, such as 1, not a list\n"
     "p.yaml:1:1: 'stages:' is missing, the list of stages\n"
     "p.yaml:2:1: unknown key 'stage' (did you mean 'stages'?); a pipeline file has 'sluice' and 'stages', "
     "and may have 'vars', 'inputs', 'outputs', 'allow_env' and 'batch'"},
    {"sluice: 1\nstages: {load: {path: a}}\n",
     "p.yaml:2:1: stages: write a list of stages, not a map; each begins with '- '"},
    {"sluice: 1\nstages:\n",
     "p.yaml:2:1: stages: write a list of stages, not nothing; each begins with '- '"},
    {"sluice: 1\nsluice: 1\nstages: [{gamma: }]\n", "p.yaml:2:1: the key 'sluice' is given twice"},
    {"sluice: 1\nstages:\n- gamma 2\n- [gamma]\n- \n",
     "p.yaml:3:3: 'gamma 2' is not the name of a stage; write a stage with a value as 'gamma: 0.8' or "
     "'gamma: "
     "{exponent: 0.8}'\n"
     "p.yaml:4:3: write a stage as a map such as 'gamma: {exponent: 2}', not as a list\n"
     "p.yaml:6:1: write a stage as a map such as 'gamma: {exponent: 2}', not as nothing"},
    {"sluice: 1\nstages:\n- id: x\n", "p.yaml:3:3: the name of a stage is missing"},
    {"sluice: 1\nstages:\n- gamma:\n  exponent: 2\n  form: x\n",
     "p.yaml:4:3: gamma: unknown key 'exponent'; only 'id' and 'from' are allowed beside a stage; indent its "
     "parameters further\n"
     "p.yaml:5:3: gamma: unknown key 'form' (did you mean 'from'?); only 'id' and 'from' are allowed beside "
     "a stage; indent its parameters further"},
    {"sluice: 1\nstages:\n- load: a.png\n- save: [b.png]\n", "p.yaml:4:9: save.path: a list is not a path"},
    {"sluice: 1\nstages:\n- load: path:a.png\n", "p.yaml:3:9: load: a space is missing after 'path:'"},
    {"sluice: 1\nstages:\n- gamma: #fff\n- gamma: {exponent: 2}\n",
     "p.yaml:3:3: gamma: a comment begins with '#', so put the colour in quotes: '#fff'"},
    {"sluice: 1\nstages:\n- gamma:\n    exponent: #ff8800\n",
     "p.yaml:4:5: gamma.exponent: a value is missing; a comment begins with '#', so put the colour in "
     "quotes: "
     "'#ff8800'"},
    {"sluice: 1\nstages:\n- gamma: {exponent: #ff8800}\n",
     "p.yaml:3:21: a comment begins here; put a text that begins with '#' in quotes"},
    {"sluice: 1\nstages:\n- normalize: {low: , out: {a: 1}, in: [[1], 2], '': 3}\n",
     "p.yaml:3:15: normalize.low: a value is missing\n"
     "p.yaml:3:27: normalize.out: write a word, a number or a list, not a map\n"
     "p.yaml:3:45: normalize.in: a list must contain words or numbers, or rows of them, not both\n"
     "p.yaml:3:49: normalize: a parameter's name is empty"},
    {"sluice: 1\nstages:\n- gamma: {exponent: 2, exponent: 3}\n  id: a\n  id: b\n",
     "p.yaml:3:24: the key 'exponent' is given twice\np.yaml:5:3: the key 'id' is given twice"},
    {"sluice: 1\nstages:\n- gamma: {[1]: 2}\n  id: [a]\n  from: {}\n", "p.yaml:3:11: a key must be a word"},
    {"sluice: 1\nstages:\n- gamma:\n  id: [a]\n  from: {}\n- save:\n  from: [a, [b], '']\n",
     "p.yaml:4:3: id: a name is expected\n"
     "p.yaml:5:3: from: write a node's name, a list of names, or a map from inputs to names\n"
     "p.yaml:7:13: from: a node's name is expected\np.yaml:7:18: from: a node's name is expected"},
    {"sluice: 1\nstages:\n- load: {path: &p a.png}\n- save: {path: *p}\n",
     "p.yaml:3:16: anchors are not supported; write out the value where it is needed\n"
     "p.yaml:4:16: aliases are not supported; write out the value"},
    {"sluice: 1\nstages:\n- gamma: {exponent: !!float 2}\n",
     "p.yaml:3:21: tags such as 'tag:yaml.org,2002:float' are not supported"},
    {"sluice: 1\nstages: [{gamma: }]\n---\nsluice: 1\n",
     "p.yaml:3:1: a pipeline file must have only one document"},
    // No YAML: in words of ours, on the line where the mistake is.
    {"sluice: 1\nstages: [{gamma: }\n", "p.yaml:2:9: this '[' is not closed: a ']' is missing"},
    {"sluice: 1\n stages: 2\n",
     "p.yaml:2:8: this line is indented further than the one above it, which already has a value"},
    {"sluice: 1\nstages:\n\t- gamma:\n", "p.yaml:3:1: a line cannot be indented by a tab; use spaces"},
    {"sluice: 1\nstages:\n- load: {path: a\n- save: {path: b}\n",
     "p.yaml:3:9: this '{' is not closed: a '}' is missing"},
    {"sluice: 1\nstages:\n- normalize: {out: [0, 255}\n- save: {path: b}\n",
     "p.yaml:3:27: a ']' is missing before this, for the '[' in line 3, column 20"},
    {"sluice: 1\nstages:\n- load: {path: 'a}\n- save: {path: 'b'}\n",
     "p.yaml:3:16: this quote is not closed: a second ' is missing"},
    {"sluice: 1\nstages:\n- load: {path: 'it's'}\n",
     "p.yaml:3:19: the quoted text ends here; write an apostrophe inside it twice: ''"},
    {"sluice: 1\nstages:\n- load: {path: a}}\n- save: {path: b}\n",
     "p.yaml:3:18: this '}' closes nothing; leave it out"},
    {"sluice: 1\nstages:\n- load: path: a\n",
     "p.yaml:3:13: a line can have only one ': ' outside of brackets; write 'load: {path: a}'"},
    {"sluice: 1\nstages:\n- load:{path: a}\n- gamma:\n    exponent:2\n",
     "p.yaml:3:3: 'load:{path' is not the name of a stage; put a colon and a space after the name: 'load: "
     "{'\n"
     "p.yaml:5:5: gamma: a space is missing after 'exponent:'"},
    {"sluice: 1\nstages:\n- load: {path: a}\n - save: {path: b}\n- gamma: \n",
     "p.yaml:4:2: the indentation of this line matches no line above it; all entries of a list begin in the "
     "same column"},
    {"sluice: 1\nstages:\n- load: {path: *.png}\n", "p.yaml:3:16: put a text that begins with '*' in quotes"},
    {"sluice: 1\nstages:\n- load: {path: a: b}\n", "p.yaml:3:17: put a text that holds ': ' in quotes"},
    {"sluice: 1\nstages:\n- load: {path: \"C:\\photos\"}\n",
     "p.yaml:3:19: '\\p' means nothing in double quotes; put a text with backslashes in single quotes"},
    {"sluice: 1\nstages:\n- normalize: {mode=clahe}\n",
     "p.yaml:3:15: normalize: write a parameter with a colon: 'mode: clahe'"},
    {"{\"sluice\": 1 \"stages\": []}", "p.yaml:1:14: a comma is missing before this"},
    {"{\"sluice\": 1, \"stages\": [\n{\"load\": {}}\n{\"save\": {}}]}",
     "p.yaml:3:1: a comma is missing before this"},
    {"{\"sluice\": 1, \"stages\": [\n// a picture\n{\"load\": {}}]}",
     "p.yaml:2:1: a comment begins with '#', not with '//'"},
    {"\xFF\xFEs\0", "p.yaml: the file is in UTF-16; save it as UTF-8"},
    {"{\"sluice\": 1, \"stages\": [{\"gamma\": {\"exponent\": 200}}, {\"save\": {\"path\": \"b.png\"}}]",
     "p.yaml:1:1: this '{' is not closed: a '}' is missing"},
    // What check() says carries the places of the file.
    {"sluice: 1\nstages:\n  - load: {path: photo.jpg}\n  - normalize:\n      mode: percentile\n      low: "
     "120\n"
     "    id: stretched\n  - save: {pth: b.png}\n    from: streched\n",
     "p.yaml:6:7: stretched.low: 120 is outside [0, 100]\n"
     "p.yaml:8:5: save.path: a value is required: The file.\n"
     "p.yaml:8:12: save: there is no parameter 'pth' (did you mean 'path'?)\n"
     "p.yaml:9:11: save: there is no node 'streched' (did you mean 'stretched'?)"},
    {"{\n  \"sluice\": 1,\n  \"stages\": [\n    {\"load\": {\"path\": \"a.png\"}},\n"
     "    {\"gamma\": {\"exponent\": 200}},\n    {\"save\": {\"path\": \"b.png\"}, \"from\": {\"scr\": "
     "\"gamma\"}}\n  ]\n}\n",
     "p.yaml:5:16: gamma.exponent: 200 is outside [0.01, 100]\n"
     "p.yaml:6:49: save: there is no input 'scr' (did you mean 'src'?)"},
    {"sluice: 1\nstages:\n- load: {path: a}\n- normalize: {bins: 256}\n- save: {path: b}\n",
     "p.yaml:4:15: normalize.bins: mode minmax has no such option; it belongs to percentile"},
    {"sluice: 1\nstages:\n- load: {path: [a.png, b.png]}\n- save: {path: c.png}\n",
     "p.yaml:3:10: load.path: a list is not a path"},
};

}  // namespace

TEST_CASE("a bad chain is refused with every fault at its place") {
    for (const Case& c : chains) {
        CAPTURE(c.text);
        CHECK(faults_of_chain(c.text) == c.faults);
    }
}

TEST_CASE("a bad pipeline file is refused with every fault at its place") {
    for (const Case& c : files) {
        CAPTURE(c.text);
        CHECK(faults_of_file(c.text) == c.faults);
    }
}

TEST_CASE("open ends do not forgive what is written wrongly") {
    const CheckOptions open{true, false};
    CHECK(faults_of_chain("save b | gamma", open) ==
          "chain:1:10: gamma: it needs an image, but 'save' before it produces nothing; use 'from' to name "
          "another stage");
    CHECK(faults_of_chain("describe", open) ==
          "chain:1:1: describe: input 'stats' is not connected: name the table with 'from'");
}

TEST_CASE("a graph without stages is refused") {
    Diagnostics faults;
    check(Graph(), sample_registry(), faults);
    CHECK(faults.text() == "the pipeline has no stages");
}

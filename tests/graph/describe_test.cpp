#include "pipeline/graph/describe/describe.hpp"

#include "pipeline/graph/stage_builder.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

using namespace sluice;
using namespace sluice::test;
using Json = nlohmann::json;

namespace {

const StageDef& normalize() { return *sample_registry().find("normalize"); }
Json schema_of(const char* stage) { return Json::parse(pipeline_schema(sample_registry()))["$defs"][stage]; }

}  // namespace

TEST_CASE("stages are listed in two columns, without internal ones") {
    const std::string list = stages_list(sample_registry());
    CHECK(list.find("gamma           Raises every channel to a power.\n") != std::string::npos);
    CHECK(list.find("histogram_file  Writes a histogram.\n") != std::string::npos);
    CHECK(list.find("secret") == std::string::npos);
    CHECK(list.find("input") == std::string::npos);
}

TEST_CASE("help tells every fact of a declaration") {
    CHECK(stage_help(normalize()) == R"(normalize: Stretches the values of an image.

  normalize [MODE] [low=LOW] [high=HIGH] [out=OUT] [in=IN] [clamp=CLAMP] [bins=BINS]
  [channels=CHANNELS]

Inputs
  src: image
      The image.
  mask: image, optional
      Where to count.

Outputs
  dst: image
      The result.
  stats: table of min, max
      What was found.

Parameters
  mode: one of minmax, percentile; default minmax
      How the range is found.
  low: number in [0, 100]; in %; can be changed while running; default 1
      Cut off below.
  high: number in [0, 100]; in %; can be changed while running; default 99
      Cut off above.
  out: at most 2 numbers; default none
      The wanted range; the full one when empty.
  in: 2 numbers, or auto; default auto
      The range that is there.
  clamp: true or false; default true
      Whether values outside are cut off.
  bins: integer, at least 2; only with mode percentile; default 256
      Of the histogram.
  channels: any of r, g, b; default r,g,b
      Those that are changed.
)");
    CHECK(stage_help(*sample_registry().find("load")) == R"(load: Reads an image.

  load PATH

Outputs
  dst: image
      The image.

Parameters
  path: path of a file; required
      The file.
)");
}

TEST_CASE("no line of a page for terminals is longer than 100 columns") {
    StageDef stage = normalize();
    for (int i = 0; i < 40; ++i) stage.params[0].doc += " and some more words";
    std::istringstream lines(stage_help(stage));
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
}

TEST_CASE("the Markdown page has a row for every port and parameter") {
    const std::string page = stage_markdown(normalize());
    CHECK(page.rfind("# normalize\n\nStretches the values of an image.\n\n```\n", 0) == 0);
    CHECK(page.find("| `mask` | image, optional | Where to count. |\n") != std::string::npos);
    CHECK(page.find("| `low` | `1` | number in [0, 100]; in %; live | Cut off below. |\n") !=
          std::string::npos);
    CHECK(page.find("\n### Only with mode=percentile\n\n| name | default | values | |\n|---|---|---|---|\n"
                    "| `bins` | `256` | integer, at least 2 | Of the histogram. |\n") != std::string::npos);
    CHECK(stage_markdown(*sample_registry().find("load"))
              .find("| `path` | required | path of a file | The file. |") != std::string::npos);
}

TEST_CASE("a page says each choice on a line, and each condition of live parameters once") {
    StageDef stage = normalize();
    stage.params[0].doc = "How it is found. minmax: from both ends. Nothing is lost. percentile: within.";
    for (const std::size_t i : {1, 2}) stage.params[i].live_while = "as long as both stay";
    const std::string page = stage_markdown(stage);
    CHECK(
        page.find(
            "| How it is found.<br>`minmax`: from both ends. Nothing is lost.<br>`percentile`: within. |") !=
        std::string::npos);
    CHECK(page.find("in %; live (1) | Cut off above. |") != std::string::npos);
    CHECK(page.find("\n1. as long as both stay\n") != std::string::npos);
    CHECK(page.find("\n2. ") == std::string::npos);
}

TEST_CASE("examples with their effects, and the programs that other names come from, are on the page") {
    StageDef stage = normalize();
    stage.uses = {{"", "Stretches."}, {"percentile low=2", "Clips."}};
    stage.also = {{"autocontrast", "minmax", "Pillow"}, {"stretch", "minmax"}};
    const std::string page = stage_markdown(stage);
    CHECK(page.find("| `normalize` | Stretches. |\n| `normalize percentile low=2` | Clips. |\n") !=
          std::string::npos);
    CHECK(
        page.find("| `autocontrast` (Pillow) | `normalize minmax` |\n| `stretch` | `normalize minmax` |\n") !=
        std::string::npos);
    CHECK(stage_help(stage).find("  for example: normalize percentile low=2: Clips.\n") != std::string::npos);
}

TEST_CASE("a page says what to type for its examples, if the stage makes one image of one") {
    StageDef stage = normalize();  // makes a table, too
    stage.uses = {{"", "Stretches."}};
    CHECK(stage_markdown(stage).find("EXAMPLE") == std::string::npos);
    stage.outputs.pop_back();
    CHECK(stage_markdown(stage).find("`sluice run \"load photo.jpg | EXAMPLE | save out.tif\"`") !=
          std::string::npos);
}

TEST_CASE("ports of one list are one row of a page") {
    const StageDef stage = PointBuilder<NoParams>("stack", "Stacks.")
                               .images_in("image", "One.", 2, 9)
                               .image_in("mask", "Where.");
    CHECK(stage_markdown(stage).find(
              "| `image_1` to `image_9` | images, 2 at least | One. |\n| `mask` | image |") !=
          std::string::npos);
    CHECK(stage_help(stage).find("  image_1 to image_9: images, 2 at least\n      One.\n  mask: image\n") !=
          std::string::npos);
}

TEST_CASE("a bar in a doc does not end a cell of the Markdown table") {
    StageDef stage = normalize();
    stage.params[0].doc = "a | b";
    CHECK(stage_markdown(stage).find("| a \\| b |") != std::string::npos);
}

TEST_CASE("all declarations come as JSON") {
    const Json all = Json::parse(stages_json(sample_registry()));
    CHECK(all["sluice"] == 1);
    CHECK(all["stages"].size() == sample_registry().names().size());
    Json found;
    for (const Json& stage : all["stages"])
        if (stage["name"] == "normalize") found = stage;
    CHECK(found["kind"] == "composition");
    CHECK(found["inputs"][1] ==
          Json::parse(R"({"name": "mask", "type": "image", "doc": "Where to count.", "optional": true})"));
    CHECK(found["outputs"][1]["fields"] == Json::parse(R"(["min", "max"])"));
    CHECK(
        found["parameters"][1] ==
        Json::parse(R"({"name": "low", "type": "number", "doc": "Cut off below.", "default": 1, "live": true,
                          "unit": "%", "minimum": 0, "maximum": 100})"));
    CHECK(found["parameters"][6]["only_for"] == Json::parse(R"({"mode": ["percentile"]})"));
    CHECK_FALSE(found["parameters"][5].contains("only_for"));
    CHECK(found["parameters"][4]["keywords"] == Json::parse(R"(["auto"])"));
    CHECK(found["parameters"][7]["default"] == Json::parse(R"(["r", "g", "b"])"));
}

TEST_CASE("the schema says which forms a value may have") {
    const Json normalize = schema_of("normalize");
    CHECK(normalize["additionalProperties"] == false);
    CHECK(normalize["anyOf"] ==
          Json::parse(R"([{"type": "object"}, {"type": "null"}, {"enum": ["minmax", "percentile"]},
                          {"$ref": "#/$defs/_variable"}])"));
    const Json& p = normalize["properties"];
    CHECK(p["mode"]["anyOf"][0]["enum"] == Json::parse(R"(["minmax", "percentile"])"));
    CHECK(p["mode"]["default"] == "minmax");
    CHECK(p["low"] == Json::parse(R"({"anyOf": [{"type": "number", "minimum": 0, "maximum": 100},
                                                {"type": "string", "pattern": "^[-+.,0-9%]*%[-+.,0-9%]*$"},
                                                {"$ref": "#/$defs/_variable"}],
                                      "default": 1, "description": "Cut off below. Unit: %."})"));
    CHECK(p["bins"]["anyOf"][0]["type"] == "integer");
    CHECK(p["clamp"]["anyOf"][0]["type"] == "boolean");
    CHECK(p["in"]["anyOf"] == Json::parse(R"([{"type": "array", "items": {"anyOf": [{"type": "number"},
                                                                {"$ref": "#/$defs/_variable"}]},
                           "minItems": 2, "maxItems": 2}, {"enum": ["auto"]},
                          {"$ref": "#/$defs/_variable"}])"));
    CHECK(p["channels"]["anyOf"][0]["uniqueItems"] == true);
    CHECK(p["channels"]["anyOf"][1]["enum"] == Json::parse(R"(["r", "g", "b"])"));
}

TEST_CASE("the schema takes one stage per entry, and does not ask for paths") {
    const Json schema = Json::parse(pipeline_schema(sample_registry()));
    CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    CHECK(schema["required"] == Json::parse(R"(["sluice", "stages"])"));
    CHECK(schema["properties"]["sluice"]["const"] == 1);
    const Json& alone = schema["properties"]["stages"]["items"]["anyOf"][1]["enum"];
    CHECK(std::count(alone.begin(), alone.end(), "gamma") == 1);  // "- gamma"
    const Json& item = schema["properties"]["stages"]["items"]["anyOf"][0];
    CHECK(item["oneOf"].size() == sample_registry().names().size() + 2);  // and include, kernel
    CHECK(item["oneOf"][4] == Json::parse(R"({"required": ["gamma"]})"));
    CHECK(item["properties"]["gamma"]["$ref"] == "#/$defs/gamma");
    CHECK(item["additionalProperties"] == false);
    CHECK(item["properties"].contains("from"));
    CHECK(item["properties"]["include"]["anyOf"][1]["required"] == Json::parse(R"(["file"])"));
    CHECK(schema["properties"]["outputs"]["anyOf"].size() == 3);
    CHECK_FALSE(item["properties"].contains("secret"));
    CHECK_FALSE(schema_of("load").contains("required"));
}

TEST_CASE("required values that are no paths are required by the schema") {
    StageDef stage = *sample_registry().find("gamma");
    stage.params[0].required = true;
    const Json schema = Json::parse(pipeline_schema(Registry({stage})))["$defs"]["gamma"];
    CHECK(schema["required"] == Json::parse(R"(["exponent"])"));
    CHECK(schema["anyOf"] == Json::parse(R"([{"type": "object"}, {"type": "number", "minimum": 0.01,
                                                                  "maximum": 100},
                                             {"$ref": "#/$defs/_variable"}])"));
    CHECK_FALSE(schema["properties"]["exponent"].contains("default"));
}

TEST_CASE("the schema has the variables of a file") {
    const Json schema = Json::parse(pipeline_schema(sample_registry()));
    const Json& declared = schema["properties"]["vars"]["additionalProperties"]["anyOf"][0];
    CHECK(declared["properties"]["type"]["enum"].size() == names_of<ParamType>.size());
    CHECK(schema["properties"]["allow_env"]["type"] == "boolean");
    CHECK(schema["$defs"]["_variable"]["type"] == "string");
}

TEST_CASE("the schema takes an option only beside the choices that it is for") {
    const Json schema = schema_of("normalize");
    CHECK(
        schema["dependentSchemas"] ==
        Json::parse(R"({"bins": {"properties": {"mode": {"enum": ["percentile"]}}, "required": ["mode"]}})"));
    CHECK_FALSE(schema_of("gamma").contains("dependentSchemas"));
    // Where the choice may be left out, for its default is among them, it need not be there.
    StageDef stage = normalize();
    stage.params[6].only_for->values = {"percentile", "minmax"};
    CHECK(Json::parse(pipeline_schema(Registry({stage})))["$defs"]["normalize"]["dependentSchemas"] ==
          Json::parse(R"({"bins": {"properties": {"mode": {"enum": ["percentile", "minmax"]}}}})"));
}

TEST_CASE("the pages of the same registry are the same every time") {
    CHECK(stages_json(sample_registry()) == stages_json(sample_registry()));
    CHECK(pipeline_schema(sample_registry()) == pipeline_schema(sample_registry()));
}

TEST_CASE("the schema has the options of a batch, of registries that have some") {
    const Json batch = Json::parse(pipeline_schema(sample_registry()))["properties"]["batch"];
    CHECK(batch["properties"].size() == 3);
    CHECK(batch["properties"]["level"] ==
          Json::parse(
              R"({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 10}, {"$ref": "#/$defs/_variable"}],
                "description": "How much.", "default": 1})"));
    CHECK(batch["properties"]["mode"]["anyOf"][0]["enum"] == Json::parse(R"(["fast", "slow"])"));
    CHECK(batch["additionalProperties"] == false);
    CHECK_FALSE(Json::parse(pipeline_schema(Registry({normalize()})))["properties"].contains("batch"));
}

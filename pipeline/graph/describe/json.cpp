// Pages for programs: every declaration as JSON, and a JSON Schema of pipeline files.
#include "pipeline/graph/describe/describe.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

// 100, not 100.0.
Json number(double value) {
    if (std::trunc(value) == value && std::fabs(value) < 9007199254740992.0)
        return static_cast<std::int64_t>(value);
    return value;
}

Json json(const Value& value) {
    struct ToJson {
        Json operator()(bool v) const { return v; }
        Json operator()(std::int64_t v) const { return v; }
        Json operator()(double v) const { return number(v); }
        Json operator()(const std::string& v) const { return v; }
        Json operator()(const std::vector<std::string>& v) const { return v; }
        Json operator()(const std::vector<double>& v) const {
            Json list = Json::array();
            for (const double x : v) list.push_back(number(x));
            return list;
        }
    };
    return std::visit(ToJson(), value);
}

Json port_json(const PortDecl& port) {
    Json json{{"name", port.name}, {"type", port.is_image() ? "image" : "table"}, {"doc", port.doc}};
    if (port.optional) json["optional"] = true;
    if (!port.fields.empty()) json["fields"] = port.fields;
    return json;
}

Json param_json(const ParamDecl& p) {
    Json result{{"name", p.name}, {"type", name(p.type)}, {"doc", p.doc}};
    if (p.required)
        result["required"] = true;
    else
        result["default"] = json(p.standard);
    result["live"] = p.live;
    if (!p.live_while.empty()) result["live_while"] = p.live_while;
    if (!p.unit.empty()) result["unit"] = p.unit;
    if (p.low) result["minimum"] = number(*p.low);
    if (p.high) result["maximum"] = number(*p.high);
    if (!p.choices.empty()) result["choices"] = p.choices;
    if (!p.aliases.empty()) result["aliases"] = p.aliases;
    if (!p.keywords.empty()) result["keywords"] = p.keywords;
    if (!p.examples.empty()) result["examples"] = p.examples;
    if (p.min_count != 0) result["min_count"] = p.min_count;
    if (p.max_count != 0) result["max_count"] = p.max_count;
    if (p.whole) result["whole"] = true;
    if (p.percent != Percent::no) result["percent"] = p.percent == Percent::white ? "of white" : "of 1";
    if (p.only_for) result["only_for"] = {{p.only_for->param, p.only_for->values}};
    if (!p.formats.empty()) result["formats"] = p.formats;
    return result;
}

Json stage_json(const StageDef& stage) {
    Json json{{"name", stage.name}, {"kind", name(stage.kind())}, {"summary", stage.summary}};
    if (!stage.example.empty()) json["example"] = stage.shown();
    for (const ShownUse& use : stage.uses)
        json["uses"].push_back({{"params", use.params}, {"effect", use.effect}});
    if (!stage.shorthand.forms.empty()) json["shorthands"] = stage.shorthand.forms;
    for (const Synonym& synonym : stage.also) json["also"][synonym.word] = synonym.params;
    for (const char* list : {"inputs", "outputs", "parameters"}) json[list] = Json::array();
    for (const PortDecl& port : stage.inputs) json["inputs"].push_back(port_json(port));
    for (const PortDecl& port : stage.outputs) json["outputs"].push_back(port_json(port));
    for (const ParamDecl& p : stage.params) json["parameters"].push_back(param_json(p));
    return json;
}

// --- the schema ------------------------------------------------------------------------------------

Json scalar_schema(const ParamDecl& p) {
    Json schema{{"type", p.type == ParamType::integer || p.whole ? "integer" : "number"}};
    if (p.low) schema["minimum"] = number(*p.low);
    if (p.high) schema["maximum"] = number(*p.high);
    return schema;
}

// A value of a variable: "${radius * 2}".
Json with_variable() { return {{"$ref", "#/$defs/_variable"}}; }

Json list_schema(const ParamDecl& p, Json items) {
    Json schema{{"type", "array"}, {"items", {{"anyOf", Json::array({std::move(items), with_variable()})}}}};
    if (p.min_count != 0) schema["minItems"] = p.min_count;
    if (p.max_count != 0) schema["maxItems"] = p.max_count;
    return schema;
}

// "50%", or such among numbers: "10%,20%".
Json percentages() { return {{"type", "string"}, {"pattern", "^[-+.,0-9%]*%[-+.,0-9%]*$"}}; }

// Every form in which convert() takes the value.
std::vector<Json> forms(const ParamDecl& p) {
    std::vector<Json> forms;
    const bool one_is_enough = p.min_count <= 1;
    const Json choice{{"enum", p.choices}};
    switch (p.type) {
        case ParamType::boolean: forms = {Json{{"type", "boolean"}}}; break;
        case ParamType::integer:
        case ParamType::number:
            forms = {scalar_schema(p)};
            for (const auto& [alias, meant] : p.aliases) forms.push_back(Json{{"const", alias}});
            break;
        case ParamType::text:
            forms = {Json{{"type", "string"}}};
            if (!p.examples.empty()) forms.front()["examples"] = p.examples;
            break;
        case ParamType::path: forms = {Json{{"type", "string"}, {"minLength", 1}}}; break;
        case ParamType::choice:
            forms = {choice};
            for (const auto& [alias, meant] : p.aliases) forms.front()["enum"].push_back(alias);
            break;
        case ParamType::numbers:
            forms = {list_schema(p, scalar_schema(p))};
            if (one_is_enough) forms.push_back(scalar_schema(p));
            break;
        case ParamType::color:
            forms = {list_schema(p, scalar_schema(p)), scalar_schema(p),
                     Json{{"type", "string"}, {"examples", {"white", "#ff8800", "rgb(50% 0% 0%)"}}}};
            break;
        case ParamType::choices:
            forms = {list_schema(p, choice)};
            forms.front()["uniqueItems"] = true;
            if (one_is_enough) forms.push_back(choice);
            break;
    }
    if ((p.percent != Percent::no || p.unit == "%") && p.type != ParamType::color)
        forms.push_back(percentages());
    if (p.percent == Percent::white && p.type == ParamType::numbers)
        forms.front()["items"]["anyOf"].push_back(percentages());
    if (p.rows)
        forms.push_back(Json{{"type", "array"}, {"items", list_schema({}, Json{{"type", "number"}})}});
    if (p.unit == "bytes" && p.type == ParamType::integer)
        forms.push_back(Json{{"type", "string"}, {"pattern", "^[0-9.eE+]+ *([kKmMgGtT][iI]?)?[bB]?$"}});
    if (p.shape == Shape::size) forms.push_back(Json{{"type", "string"}, {"pattern", "^[0-9]+x[0-9]+$"}});
    if (p.shape == Shape::rectangle)
        forms.push_back(Json{{"type", "string"}, {"pattern", "^[0-9]+x[0-9]+[+][0-9]+[+][0-9]+$"}});
    if (!p.keywords.empty()) forms.push_back(Json{{"enum", p.keywords}});
    const bool any_text =
        p.type == ParamType::text || p.type == ParamType::path || p.type == ParamType::color;
    if (!any_text) forms.push_back(with_variable());
    return forms;
}

Json param_schema(const ParamDecl& p) {
    const std::vector<Json> alternatives = forms(p);
    Json schema = alternatives.size() == 1 ? alternatives.front() : Json{{"anyOf", alternatives}};
    schema["description"] = p.unit.empty() ? p.doc : p.doc + " Unit: " + p.unit + ".";
    if (!p.required && (p.type != ParamType::choice || p.standard != Value(std::string())))
        schema["default"] = json(p.standard);
    return schema;
}

// What else must stand in a map that has this parameter.
Json only_for_schema(const StageDef& stage, const OnlyFor& only_for) {
    Json schema;
    schema["properties"][only_for.param]["enum"] = only_for.values;
    const Value& standard = stage.param(only_for.param)->standard;
    if (std::count(only_for.values.begin(), only_for.values.end(), std::get<std::string>(standard)) == 0)
        schema["required"] = Json::array({only_for.param});
    return schema;
}

// What may stand there instead of a map: the first parameter alone, or what stands for several.
Json alone_schema(const StageDef& stage, bool null) {
    Json all = Json::array({Json{{"type", "object"}}});
    if (null) all.push_back(Json{{"type", "null"}});
    const auto needed = [&](const ParamDecl& p) { return p.required && &p != stage.params.data(); };
    if (stage.params.empty() || std::any_of(stage.params.begin(), stage.params.end(), needed)) return all;
    for (Json& form : forms(stage.params.front())) all.push_back(std::move(form));
    if (!stage.shorthand.forms.empty())
        all.push_back(Json{{"type", Json::array({"string", "number"})}, {"examples", stage.shorthand.forms}});
    return all;
}

Json stage_schema(const StageDef& stage) {
    Json schema{{"description", stage.summary}};
    schema["properties"] = Json::object();
    Json required = Json::array();
    for (const ParamDecl& p : stage.params) {
        schema["properties"][p.name] = param_schema(p);
        if (p.required && p.type != ParamType::path) required.push_back(p.name);
        if (p.only_for) schema["dependentSchemas"][p.name] = only_for_schema(stage, *p.only_for);
    }
    schema["additionalProperties"] = false;
    if (!required.empty()) schema["required"] = required;
    schema["anyOf"] = alone_schema(stage, required.empty());
    return schema;
}

Json batch_schema(const std::vector<ParamDecl>& options) {
    Json schema{{"description", "Options for 'sluice batch'; those of its command line go before them."},
                {"type", Json::array({"object", "null"})}};
    for (const ParamDecl& option : options) schema["properties"][option.name] = param_schema(option);
    schema["additionalProperties"] = false;
    return schema;
}

Json vars_schema() {
    Json keys;
    keys["type"] = {{"description", "What values are. By default, what the default looks like."},
                    {"enum", names_of<ParamType>}};
    keys["default"] = {{"description", "The value if none is given. Without it, one must be given."}};
    keys["range"] = {{"description", "The lowest and the highest number."},
                     {"type", "array"},
                     {"items", {{"type", "number"}}},
                     {"minItems", 2},
                     {"maxItems", 2}};
    keys["choices"] = {{"description", "The values of a choice."},
                       {"type", "array"},
                       {"items", {{"type", Json::array({"string", "number"})}}},
                       {"minItems", 1}};
    keys["unit"] = {{"description", "What a number counts, such as px."}, {"type", "string"}};
    keys["help"] = {{"description", "What the variable does."}, {"type", "string"}};
    const Json declared{{"type", "object"}, {"properties", keys}, {"additionalProperties", false}};
    const Json standard{{"type", Json::array({"string", "number", "boolean", "array"})}};
    return {{"description", "Variables, which values of parameters use as ${NAME}."},
            {"type", "object"},
            {"propertyNames", {{"pattern", "^[A-Za-z][A-Za-z0-9_]*$"}}},
            {"additionalProperties", {{"anyOf", Json::array({declared, standard})}}}};
}

// Stages whose texts lie in files: their parameters beside the file.
Json kernel_schema(const Registry& registry) {
    const Json text{{"type", "string"}, {"minLength", 1}};
    Json map{{"type", "object"}, {"oneOf", Json::array()}};
    for (const char* key : {"file", "text"}) {
        map["properties"][key] = text;
        map["oneOf"].push_back({{"required", Json::array({key})}});
    }
    map["additionalProperties"] = {{"description", "The value of a parameter of the kernel."},
                                   {"type", Json::array({"string", "number", "boolean"})}};
    for (const std::string& name : registry.names()) {
        const StageDef& stage = *registry.find(name);
        if (!stage.read_from || stage.read_from->file.empty()) continue;
        const Json file{{"const", stage.read_from->file}};
        Json then = stage_schema(stage);
        then.erase("anyOf");
        then["properties"]["file"] = file;
        Json when{{"required", Json::array({"file"})}};
        when["properties"]["file"] = file;
        map["allOf"].push_back({{"if", when}, {"then", then}});
    }
    return {{"description", "A stage of your own, from its file or its text."},
            {"anyOf", Json::array({text, map})}};
}

Json include_schema() {
    const Json path{{"type", "string"}, {"minLength", 1}};
    Json with_values{{"type", "object"}, {"required", Json::array({"file"})}};
    with_values["properties"]["file"] = path;
    with_values["additionalProperties"] = {{"description", "The value of a variable of the file."},
                                           {"type", Json::array({"string", "number", "boolean", "array"})}};
    return {{"description", "Another pipeline file, as a stage."},
            {"anyOf", Json::array({path, with_values})}};
}

// The names of a file's inputs or outputs; `named`: as a map to nodes too.
Json names_schema(const std::string& description, bool named) {
    const Json word{{"type", "string"}, {"pattern", "^[A-Za-z0-9_-]+$"}};
    Json forms = Json::array({word, Json{{"type", "array"}, {"items", word}, {"minItems", 1}}});
    if (named)
        forms.push_back({{"type", "object"},
                         {"additionalProperties", {{"type", "string"}, {"minLength", 1}}},
                         {"minProperties", 1}});
    return {{"description", description}, {"anyOf", forms}};
}

// The stages that pipelines name; not those that they call by their files.
std::vector<std::string> named_by_pipelines(const Registry& registry) {
    std::vector<std::string> names = registry.names();
    std::erase_if(names, [&](const std::string& name) { return registry.find(name)->read_from != nullptr; });
    return names;
}

Json item_schema(const Registry& registry) {
    Json properties, one_of = Json::array(), alone = Json::array();
    for (const std::string& stage : named_by_pipelines(registry)) {
        properties[stage] = {{"$ref", "#/$defs/" + stage}};
        one_of.push_back({{"required", Json::array({stage})}});
        const std::vector<ParamDecl>& params = registry.find(stage)->params;
        if (std::none_of(params.begin(), params.end(),
                         [](const ParamDecl& p) { return p.required && p.type != ParamType::path; }))
            alone.push_back(stage);
    }
    properties["include"] = include_schema();
    properties["kernel"] = kernel_schema(registry);
    for (const char* other : {"include", "kernel"}) one_of.push_back({{"required", Json::array({other})}});
    const Json node{{"type", "string"}, {"minLength", 1}};
    properties["id"] = {
        {"description", "A name for this node."}, {"type", "string"}, {"pattern", "^[A-Za-z0-9_-]+$"}};
    properties["from"] = {
        {"description", "The nodes that its inputs come from. By default, the previous node."},
        {"anyOf",
         Json::array({node, Json{{"type", "array"}, {"items", node}, {"minItems", 1}},
                      Json{{"type", "object"}, {"additionalProperties", node}, {"minProperties", 1}}})}};
    const Json map{
        {"type", "object"}, {"properties", properties}, {"additionalProperties", false}, {"oneOf", one_of}};
    return {{"anyOf", Json::array({map, Json{{"enum", alone}}})}};
}

}  // namespace

std::string stages_json(const Registry& registry) {
    Json stages = Json::array();
    for (const std::string& stage : registry.names()) stages.push_back(stage_json(*registry.find(stage)));
    return Json{{"sluice", 1}, {"stages", stages}}.dump(2) + "\n";
}

std::string pipeline_schema(const Registry& registry) {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "sluice pipeline"}};
    schema["type"] = "object";
    schema["required"] = {"sluice", "stages"};
    schema["properties"]["$schema"] = {{"type", "string"}};
    schema["properties"]["sluice"] = {{"description", "The version of this format."}, {"const", 1}};
    schema["properties"]["stages"] = {
        {"description", "Each stage takes the image of the stage before it, or what `from` names."},
        {"type", "array"},
        {"minItems", 1},
        {"items", item_schema(registry)}};
    schema["properties"]["vars"] = vars_schema();
    schema["properties"]["inputs"] =
        names_schema("Names of the images that an include gives to this file.", false);
    schema["properties"]["outputs"] = names_schema("Nodes whose results an include of this file has.", true);
    schema["properties"]["allow_env"] = {
        {"description", "Whether values may use variables of the environment, as ${env:NAME}."},
        {"type", "boolean"}};
    if (!registry.batch().empty()) schema["properties"]["batch"] = batch_schema(registry.batch());
    schema["additionalProperties"] = false;
    for (const std::string& stage : named_by_pipelines(registry))
        schema["$defs"][stage] = stage_schema(*registry.find(stage));
    schema["$defs"]["_variable"] = {{"description", "Variables and numbers: ${radius * 2}."},
                                    {"type", "string"},
                                    {"pattern", "[$][{].*[}]"}};
    return schema.dump(2) + "\n";
}

}  // namespace sluice

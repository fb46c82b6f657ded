#include "pipeline/graph/kernel/declaration.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/graph/yaml/param_block.hpp"
#include "pipeline/graph/yaml/tree.hpp"

#include <algorithm>

namespace sluice {
namespace {

using DeclNode = YamlNode::Type;

constexpr const char* no_comment =
    "a kernel begins with a comment that declares its stage: /*, the line 'sluice: 1', and 'name', 'kind', "
    "'summary' and 'params'; 'sluice stages new NAME' writes one";

// The comment at the beginning, as YAML whose lines have their numbers in the text.
std::optional<std::string> leading_comment(const std::string& text, int lines_before) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos || text.compare(begin, 2, "/*") != 0) return std::nullopt;
    const std::size_t end = text.find("*/", begin + 2);
    if (end == std::string::npos) return std::nullopt;
    const auto lines = lines_before + std::count(text.data(), text.data() + begin, '\n');
    std::string yaml(static_cast<std::size_t>(lines), '\n');
    yaml += text.substr(begin + 2, end - begin - 2);
    const std::size_t word = yaml.find_first_not_of(" \t\r\n");
    if (word == std::string::npos || yaml.compare(word, 7, "sluice:") != 0) return std::nullopt;
    const std::size_t line = yaml.find_last_of('\n', word);  // "/* sluice: 1"
    yaml.erase(line == std::string::npos ? 0 : line + 1, word - (line == std::string::npos ? 0 : line + 1));
    return yaml;
}

std::vector<std::string> keys_of(KernelKind kind) {
    std::vector<std::string> keys{"sluice", "name", "kind", "summary", "example", "output", "params"};
    const auto add = [&](std::vector<std::string> more) {
        keys.insert(keys.end(), more.begin(), more.end());
    };
    if (kind != KernelKind::source) add({"inputs"});
    if (kind == KernelKind::point) add({"alpha", "result"});
    if (kind == KernelKind::stencil) add({"reach", "region", "border", "sample", "result"});
    if (kind == KernelKind::reduce) add({"measure", "fields"});
    if (kind == KernelKind::table) add({"fields"});
    if (kind == KernelKind::source) add({"result"});
    return keys;
}

class DeclarationReader {
public:
    DeclarationReader(KernelDeclaration& declared, Diagnostics& faults) : decl_(declared), faults_(faults) {}

    void read(const YamlNode& root) {
        if (root.type != DeclNode::map) return fault(root.place, "", no_comment);
        decl_.places[""] = root.place;
        for (const YamlNode::Entry& entry : root.entries) decl_.places[entry.key] = entry.place;
        if (const auto* entry = need(root, "sluice"); entry != nullptr && entry->value.text != "1")
            fault(entry->value.place, "sluice",
                  "version " + in_quotes(entry->value.text) + " is unknown; this program reads version 1");
        if (const auto* entry = need(root, "name")) decl_.name = entry->value.text;
        if (decl_.name == "include" || decl_.name == "kernel" || decl_.name == "new")
            fault(decl_.place("name"), "name",
                  in_quotes(decl_.name) + " is a word of pipelines; choose another");
        else if (is_opencl_name(decl_.name))
            fault(decl_.place("name"), "name",
                  in_quotes(decl_.name) + " is a word of OpenCL C; choose another");
        if (const auto* entry = need(root, "summary")) decl_.summary = entry->value.text;
        const auto* kind = need(root, "kind");
        if (kind == nullptr || !word_of(*kind, decl_.kind)) return;
        const std::vector<std::string> keys = keys_of(decl_.kind);
        for (const YamlNode::Entry& entry : root.entries)
            if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
                fault(entry.place, "",
                      "a " + std::string(name(decl_.kind)) + " has no key " + in_quotes(entry.key) +
                          did_you_mean(entry.key, keys) + "; there are: " + listed(keys));
        ports(root);
        params(root);
        of_kind(root);
    }

private:
    void fault(const Place& place, const std::string& subject, const Wording& what) {
        faults_.error(place, subject, what);
    }
    // A required key with a word.
    const YamlNode::Entry* need(const YamlNode& root, const std::string& key) {
        const YamlNode::Entry* entry = root.find(key);
        if (entry == nullptr)
            fault(root.place, key, "'" + key + ":' is missing in the comment that declares the stage");
        else if (entry->value.type != DeclNode::scalar)
            fault(entry->place, key, "a word or a text is expected");
        else
            return entry;
        return nullptr;
    }
    template <class Enum>
    bool word_of(const YamlNode::Entry& entry, Enum& value) {
        const auto found = from_name<Enum>(entry.value.text);
        const std::vector<std::string> words(names_of<Enum>.begin(), names_of<Enum>.end());
        if (found)
            value = *found;
        else
            fault(entry.value.place, entry.key,
                  in_quotes(entry.value.text) + " is not one of " + listed(words) +
                      did_you_mean(entry.value.text, words));
        return found.has_value();
    }
    template <class Enum>
    void word(const YamlNode& root, const std::string& key, Enum& value) {
        if (const YamlNode::Entry* entry = root.find(key)) word_of(*entry, value);
    }
    bool is_map(const YamlNode::Entry& entry, const std::string& example) {
        if (entry.value.type == DeclNode::map) return true;
        fault(entry.place, entry.key, "write a map, such as " + example);
        return false;
    }

    void ports(const YamlNode& root) {
        const KernelKind kind = decl_.kind;
        const bool image = kind != KernelKind::table && kind != KernelKind::source;
        if (const YamlNode::Entry* inputs = root.find("inputs")) {
            if (is_map(*inputs, "{src: The image.}"))
                for (const YamlNode::Entry& entry : inputs->value.entries) input(entry);
        } else if (image) {
            decl_.inputs.push_back({"src", "The image.", PortDecl::Type::image, false, {}});
        } else if (kind == KernelKind::table) {
            fault(root.place, "inputs",
                  "a table is made of other tables: name them and the fields that it reads, "
                  "inputs: {stats: {table: [min, max], help: The statistics.}}");
        }
        const bool gives_image = image && kind != KernelKind::reduce;
        if (gives_image || kind == KernelKind::source)
            decl_.output = {"dst", "The result.", PortDecl::Type::image, false, {}};
        else
            decl_.output = {"result", "The result.", PortDecl::Type::table, false, {}};
        const YamlNode::Entry* output = root.find("output");
        if (output == nullptr || !is_map(*output, "{dst: The result.}")) return;
        if (output->value.entries.size() != 1 || output->value.entries[0].value.type != DeclNode::scalar)
            return fault(output->place, "output", "a stage has one output: {dst: The result.}");
        decl_.output.name = output->value.entries[0].key;
        decl_.output.doc = output->value.entries[0].value.text;
    }

    void input(const YamlNode::Entry& entry) {
        const std::string subject = "inputs." + entry.key;
        decl_.places[subject] = entry.place;
        PortDecl port{entry.key, "", PortDecl::Type::image, false, {}};
        if (entry.value.type == DeclNode::scalar) port.doc = entry.value.text;
        for (const YamlNode::Entry& key : entry.value.entries)
            if (key.key == "help") {
                port.doc = key.value.text;
            } else if (key.key == "optional") {
                port.optional = flag(key, subject);
            } else if (key.key == "table") {
                port.type = PortDecl::Type::table;
                for (const YamlNode& field : key.value.items) port.fields.push_back(field.text);
                if (port.fields.empty())
                    fault(key.place, subject, "name the fields that the function reads: [min, max]");
            } else {
                fault(key.place, subject,
                      "there is no key " + in_quotes(key.key) + "; there are: help, optional, table");
            }
        if (port.doc.empty()) fault(entry.place, subject, "say in a few words what it is, as 'help'");
        const bool first = decl_.inputs.empty();
        if (first && port.is_image() && port.optional)
            fault(entry.place, subject, "the first image cannot be optional");
        if (decl_.kind == KernelKind::table ? port.is_image() : first && !port.is_image())
            fault(entry.place, subject,
                  decl_.kind == KernelKind::table ? "a table takes only tables; add 'table: [FIELD]'"
                                                  : "the first input must be an image");
        if (decl_.kind == KernelKind::reduce && !first && (!port.is_image() || decl_.inputs.size() > 1))
            fault(entry.place, subject, "a reduce takes an image and, perhaps, a mask");
        decl_.inputs.push_back(std::move(port));
    }

    bool flag(const YamlNode::Entry& entry, const std::string& subject) {
        if (entry.value.text != "true" && entry.value.text != "false")
            fault(entry.place, subject + "." + entry.key, "true or false is expected");
        return entry.value.text == "true";
    }

    void params(const YamlNode& root) {
        const YamlNode::Entry* params = root.find("params");
        if (params == nullptr || params->value.type == DeclNode::null) return;
        if (!is_map(*params, "{radius: {default: 3, range: [0, 50], help: Distance.}}")) return;
        for (const YamlNode::Entry& entry : params->value.entries) param(entry);
    }

    void param(const YamlNode::Entry& entry) {
        const std::string subject = "params." + entry.key;
        decl_.places[subject] = entry.place;
        if (entry.key == "file" || entry.key == "text")
            fault(entry.place, subject, "'kernel' has this key already; choose another name");
        const WrittenDefault written = [&](const YamlNode& standard,
                                           const Wording& of) -> std::optional<Value> {
            if (standard.type == DeclNode::scalar) return standard.text;
            faults_.error(standard.place, of, "a default is a word or a number");
            return std::nullopt;
        };
        auto described = described_param(entry, "params", {"live"}, written, faults_);
        if (!described) return;
        ParamDecl& decl = described->decl;
        for (const YamlNode::Entry& key : entry.value.entries)
            if (key.key == "live") decl.live = flag(key, subject);
        const bool number = decl.type == ParamType::boolean || decl.type == ParamType::integer ||
                            decl.type == ParamType::number || decl.type == ParamType::choice;
        if (!number)
            return fault(entry.place, subject,
                         "a kernel cannot take a " + std::string(name(decl.type)) +
                             "; it takes the types boolean, integer, number and choice");
        if (decl.doc.empty()) fault(entry.place, subject, "say in a few words what it does, as 'help'");
        if (decl.type == ParamType::choice && decl.live)
            fault(entry.place, subject, "a choice cannot be live");
        decl.required = described->standard == nullptr;
        if (!decl.required) {
            const auto standard = written(*described->standard, subject + ".default");
            std::string what;
            const auto value = standard ? convert(decl, *standard, what) : std::nullopt;
            if (!value) return fault(described->standard->place, subject + ".default", what);
            decl.standard = *value;
        }
        decl_.params.push_back(std::move(decl));
    }

    void of_kind(const YamlNode& root) {
        if (const YamlNode::Entry* entry = root.find("alpha")) {
            decl_.alpha = entry->value.text == "apply" ? AlphaLane::apply : AlphaLane::keep;
            if (entry->value.text != "apply" && entry->value.text != "keep")
                fault(entry->value.place, "alpha",
                      in_quotes(entry->value.text) +
                          " is not keep (alpha stays as it is) or apply (the function gives it)");
        }
        word(root, "border", decl_.border);
        if (const YamlNode::Entry* entry = root.find("example")) decl_.example = entry->value.text;
        if (const YamlNode::Entry* entry = root.find("sample")) decl_.sampling = entry->value.text;
        if (const YamlNode::Entry* entry = root.find("reach")) reach(*entry);
        if (const YamlNode::Entry* entry = root.find("region")) region(*entry);
        if (const YamlNode::Entry* entry = root.find("result")) result(*entry);
        if (decl_.kind == KernelKind::source && !(decl_.width && decl_.height))
            fault(decl_.place("result"), "result",
                  "a source says how large its image is: result: {width: width, height: height}");
        if (decl_.kind == KernelKind::stencil && decl_.reach.has_value() == (decl_.region || decl_.reads_all))
            fault(
                decl_.place("kind"), "",
                "a stencil declares either how far it reads with AT, 'reach: 1', or what it reads with TEXEL "
                "and SAMPLE, 'region: all'");
        const YamlNode::Entry* measured = root.find("measure");
        if (measured != nullptr) measure(*measured);
        if (decl_.kind == KernelKind::reduce && measured == nullptr)
            fault(root.place, "measure",
                  "a reduce says which statistics it needs: measure: {quantities: [min, max]}");
        const YamlNode::Entry* made = root.find("fields");
        if (made != nullptr) fields(*made);
        if ((decl_.kind == KernelKind::reduce || decl_.kind == KernelKind::table) && decl_.fields.empty())
            fault(decl_.place("fields"), "fields", "name the values that it gives: fields: [level]");
    }

    std::optional<Formula> formula(const YamlNode& node, const std::string& subject) {
        if (node.type == DeclNode::scalar) return Formula{node.text, node.place};
        fault(node.place, subject, "a number is expected, or a formula such as 2 * radius");
        return std::nullopt;
    }

    void reach(const YamlNode::Entry& entry) {
        static const std::vector<std::string> sides{"left", "top", "right", "bottom"};
        std::array<Formula, 4> reach;
        reach.fill({"0", entry.place});
        if (entry.value.type == DeclNode::map) {
            for (const YamlNode::Entry& side : entry.value.entries) {
                const auto at = std::find(sides.begin(), sides.end(), side.key);
                if (at == sides.end())
                    fault(side.place, "reach",
                          "there is no side " + in_quotes(side.key) + did_you_mean(side.key, sides) +
                              "; there are: " + listed(sides));
                else if (auto one = formula(side.value, "reach." + side.key))
                    reach[static_cast<std::size_t>(at - sides.begin())] = *one;
            }
        } else if (auto one = formula(entry.value, "reach")) {
            reach.fill(*one);
        }
        decl_.reach = reach;
    }

    void region(const YamlNode::Entry& entry) {
        decl_.reads_all = true;
        if (entry.value.type == DeclNode::scalar && entry.value.text == "all") return;
        const YamlNode::Entry *columns = entry.value.find("columns"), *rows = entry.value.find("rows");
        std::array<Formula, 4> region;
        bool sound = columns != nullptr && rows != nullptr && entry.value.entries.size() == 2;
        for (const YamlNode::Entry* axis : {columns, rows}) {
            sound = sound && axis->value.items.size() == 2;
            for (std::size_t end = 0; sound && end < 2; ++end) {
                const auto one = formula(axis->value.items[end], "region." + axis->key);
                if (one) region[(axis == columns ? 0 : 2) + end] = *one;
            }
        }
        if (!sound)
            return fault(
                entry.place, "region",
                "write 'all', or the first and the last column and row: {columns: [first_column - 1, "
                "last_column + 1], rows: [first_row, last_row]}");
        decl_.region = region;
        decl_.reads_all = false;
    }

    void result(const YamlNode::Entry& entry) {
        if (!is_map(entry, "{channels: 1}")) return;
        const bool sized = decl_.kind != KernelKind::point;
        const std::vector<std::string> keys =
            sized ? std::vector<std::string>{"width", "height", "channels", "pixel"}
                  : std::vector<std::string>{"channels", "pixel"};
        for (const YamlNode::Entry& key : entry.value.entries) {
            const std::string subject = "result." + key.key;
            if (std::find(keys.begin(), keys.end(), key.key) == keys.end()) {
                fault(key.place, "result",
                      "there is no key " + in_quotes(key.key) + did_you_mean(key.key, keys) +
                          "; there are: " + listed(keys));
            } else if (key.key == "pixel") {
                Pixel pixel{};
                if (word_of(key, pixel)) decl_.pixel = pixel;
            } else if (auto one = formula(key.value, subject)) {
                (key.key == "width"    ? decl_.width
                 : key.key == "height" ? decl_.height
                                       : decl_.channels) = one;
            }
        }
    }

    void measure(const YamlNode::Entry& entry) {
        if (!is_map(entry, "{quantities: [min, max], group: channel}")) return;
        for (const YamlNode::Entry& key : entry.value.entries) {
            std::vector<std::string> list;
            for (const YamlNode& item : key.value.items) list.push_back(item.text);
            if (key.value.type == DeclNode::scalar) list = {key.value.text};
            if (list.empty())
                fault(key.place, "measure." + key.key, "a word, a number or a list of them is expected");
            for (const char* derived : {"mean", "variance", "std"})
                if (key.key == "quantities" && std::count(list.begin(), list.end(), derived) > 0)
                    fault(key.place, "measure.quantities",
                          in_quotes(derived) + " follows from count, sum and sum_sq; name these");
            if (key.value.type == DeclNode::scalar)
                decl_.measure[key.key] = key.value.text;
            else
                decl_.measure[key.key] = list;
        }
        if (decl_.measure.count("quantities") == 0)
            fault(entry.place, "measure",
                  "name the statistics that the function reads: quantities: [min, max]");
    }

    void fields(const YamlNode::Entry& entry) {
        constexpr std::array<FieldType, 4> types{FieldType::f32, FieldType::u32, FieldType::i64,
                                                 FieldType::u64};
        std::vector<std::string> words;
        words.reserve(types.size());
        for (const FieldType type : types) words.emplace_back(name(type));
        for (const YamlNode& item : entry.value.items) decl_.fields.push_back({item.text, FieldType::f32});
        for (const YamlNode::Entry& field : entry.value.entries) {
            const auto type = from_name<FieldType>(field.value.text);
            if (!type || std::find(types.begin(), types.end(), *type) == types.end())
                fault(field.place, "fields." + field.key,
                      in_quotes(field.value.text) + " is not one of " + listed(words));
            decl_.fields.push_back({field.key, type.value_or(FieldType::f32)});
        }
        for (const Field& field : decl_.fields) decl_.output.fields.push_back(field.name);
    }

    KernelDeclaration& decl_;
    Diagnostics& faults_;
};

}  // namespace

Place KernelDeclaration::place(const std::string& key) const {
    const auto own = places.find(key);
    if (own != places.end()) return own->second;
    const auto whole = places.find("");
    return whole != places.end() ? whole->second : Place{at.file, at.lines_before + 1, 0};
}

const ParamDecl* KernelDeclaration::param(const std::string& wanted) const {
    const auto at =
        std::find_if(params.begin(), params.end(), [&](const ParamDecl& p) { return p.name == wanted; });
    return at == params.end() ? nullptr : &*at;
}

KernelDeclaration read_declaration(const std::string& text, const TextPlace& at, Diagnostics& faults) {
    KernelDeclaration declared;
    declared.at = at;
    const auto yaml = leading_comment(text, at.lines_before);
    if (!yaml) {
        faults.error(declared.place(""), "", no_comment);
        return declared;
    }
    const YamlNode root = read_yaml(*yaml, at.file, faults);
    if (faults.ok()) DeclarationReader(declared, faults).read(root);
    return declared;
}

}  // namespace sluice

#include "pipeline/graph/sizes.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/check/parts.hpp"
#include "pipeline/graph/yaml/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace sluice {
namespace {

const std::vector<std::string> known_sizes{"width", "height", "channels"};

using MadeOf = std::function<std::optional<std::string>(std::string_view expression)>;

// The text with what `made` makes of each of its `${...}`; nothing where that is nothing, or a '}' is
// missing.
std::optional<std::string> with_expressions(const std::string& text, const MadeOf& made) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find("${", at), text.size());
        result += text.substr(at, begin - at);
        if (begin == text.size()) break;
        const std::size_t end = text.find('}', begin);
        if (end == std::string::npos) return std::nullopt;
        const auto part = made(std::string_view(text).substr(begin + 2, end - begin - 2));
        if (!part) return std::nullopt;
        result += *part;
        at = end + 1;
    }
    return result;
}

// The same of a list of texts; other values are as they were.
std::optional<Value> with_expressions(const Value& value, const MadeOf& made) {
    if (const auto* text = std::get_if<std::string>(&value)) return with_expressions(*text, made);
    const auto* texts = std::get_if<std::vector<std::string>>(&value);
    if (texts == nullptr) return value;
    std::vector<std::string> list;
    for (const std::string& text : *texts) {
        auto one = with_expressions(text, made);
        if (!one) return std::nullopt;
        list.push_back(std::move(*one));
    }
    return list;
}

bool has_expression(const Value& value) {
    const auto has = [](const std::string& text) { return text.find("${") != std::string::npos; };
    if (const auto* text = std::get_if<std::string>(&value)) return has(*text);
    const auto* texts = std::get_if<std::vector<std::string>>(&value);
    return texts != nullptr && std::any_of(texts->begin(), texts->end(), has);
}

// An id as an expression names it.
std::string quoted_id(const std::string& id) {
    static const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const bool plain = !id.empty() && letters.find(id[0]) != std::string::npos &&
                       id.find_first_not_of(letters + "0123456789_.") == std::string::npos;
    return plain ? id : "'" + id + "'";
}

std::string written(const Value& value) {
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr ? *word : text(value);
}

using Formats = std::map<std::string, ImageFormat>;

// A value of one node, with the sizes that it used.
class SizedValue {
public:
    SizedValue(const ParamDecl& decl, const Formats& formats)
        : decl_(decl), formats_(formats), whole_(decl.type == ParamType::integer || decl.whole) {}

    std::optional<Value> of(const Value& written, std::string& fault) {
        std::string wrong;
        const auto computed =
            with_expressions(written, [&](std::string_view expression) { return number(expression, wrong); });
        std::optional<Value> value;
        if (computed) value = convert(decl_, *computed, wrong);
        if (!value) fault = wrong + "; it is " + in_quotes(sluice::written(written)) + used();
        return value;
    }

private:
    std::optional<std::string> number(std::string_view expression, std::string& fault) {
        Wording wrong;
        const Lookup look_up = [&](const std::string& name, Wording& why) { return size(name, why); };
        const auto value = evaluate(expression, look_up, wrong);
        if (!value) {
            fault = wrong.text();
            return std::nullopt;
        }
        const double exact = std::get<double>(*value);
        return number_text(whole_ ? std::round(exact) : exact);
    }

    std::optional<Value> size(const std::string& name, Wording& fault) {
        const auto parts = size_name(name);
        const auto format = parts ? formats_.find(parts->image) : formats_.end();
        if (format == formats_.end()) {
            fault = "the size of " + in_quotes(parts ? parts->image : name) + " is not known";
            return std::nullopt;
        }
        const double value = parts->what == "width"    ? static_cast<double>(format->second.width)
                             : parts->what == "height" ? static_cast<double>(format->second.height)
                                                       : format->second.channels;
        used_.insert(name + " is " + number_text(value));
        return value;
    }

    std::string used() const {
        return used_.empty() ? "" : ", and " + enumerated({used_.begin(), used_.end()});
    }

    const ParamDecl& decl_;
    const Formats& formats_;
    const bool whole_;
    std::set<std::string> used_;
};

void bind(CheckedNode& node, const Formats& formats, Diagnostics& faults) {
    bool sound = true;
    for (const auto& [name, as_written] : node.sized) {
        std::string what;
        if (auto value = SizedValue(*node.stage->param(name), formats).of(as_written, what)) {
            node.values[name] = std::move(*value);
        } else {
            faults.error(place_of(node, name), node.id + "." + name, what);
            sound = false;
        }
    }
    node.sized.clear();
    if (sound) check_together(node, faults);
}

}  // namespace

std::optional<SizeName> size_name(const std::string& name) {
    const std::size_t point = name.rfind('.');
    if (point == std::string::npos || point == 0 || name.starts_with("env:")) return std::nullopt;
    return SizeName{name.substr(0, point), name.substr(point + 1)};
}

std::string size_fault(const SizeName& name) {
    if (std::find(known_sizes.begin(), known_sizes.end(), name.what) != known_sizes.end()) return "";
    const std::string near = did_you_mean(name.what, known_sizes);
    return "of the image " + in_quotes(name.image) + ", " + enumerated(known_sizes) + " are known, not " +
           in_quotes(name.what) + near;
}

bool names_size(std::string_view expression) {
    Wording ignored;
    const std::vector<NamePlace> names = names_in(expression, ignored);
    return std::any_of(names.begin(), names.end(),
                       [](const NamePlace& place) { return size_name(place.name).has_value(); });
}

bool text_names_size(std::string_view text) {
    for (std::size_t at = 0; (at = text.find("${", at)) != std::string_view::npos; at += 2) {
        const std::size_t end = text.find('}', at);
        if (end == std::string_view::npos) return false;
        if ((at == 0 || text[at - 1] != '$') && names_size(text.substr(at + 2, end - at - 2))) return true;
    }
    return false;
}

bool is_sized(const ParamDecl& decl, const Value& written) {
    constexpr std::array numbers{ParamType::integer, ParamType::number, ParamType::numbers};
    return std::find(numbers.begin(), numbers.end(), decl.type) != numbers.end() && has_expression(written);
}

Wording sized_fault(const ParamDecl& decl, const Value& written) {
    Wording fault;
    std::size_t count = 0;
    const auto look = [&](std::string_view expression) -> std::optional<std::string> {
        ++count;
        for (const NamePlace& place : names_in(expression, fault)) {
            const auto size = size_name(place.name);
            if (fault.empty() && !size)
                fault = "there is no size " + in_quotes(place.name) +
                        "; write that of an image, such as load.width" +
                        ", and variables only in a pipeline file";
            if (fault.empty()) fault = size_fault(*size);
        }
        return fault.empty() ? std::optional<std::string>("") : std::nullopt;
    };
    const auto rest = with_expressions(written, look);
    if (!fault.empty()) return fault;
    if (!rest) return "a '}' is missing after '${'";
    const bool one = decl.type != ParamType::numbers;
    if (one && (count != 1 || *rest != Value(std::string())))
        return in_quotes(sluice::written(written)) +
               " is not one number; write all of it inside the braces of one ${...}";
    return fault;
}

std::vector<std::string> sized_by(const Value& written) {
    std::vector<std::string> ids;
    with_expressions(written, [&](std::string_view expression) {
        Wording ignored;
        for (const NamePlace& place : names_in(expression, ignored))
            if (auto size = size_name(place.name)) ids.push_back(std::move(size->image));
        return std::optional<std::string>("");
    });
    return ids;
}

Value with_ids(const Value& written, const std::function<std::string(const std::string& id)>& id) {
    const auto renamed = with_expressions(written, [&](std::string_view expression) {
        std::string result = "${";
        std::size_t at = 0;
        Wording ignored;
        for (const NamePlace& place : names_in(expression, ignored)) {
            const auto size = size_name(place.name);
            result += expression.substr(at, place.at - at);
            result += size ? quoted_id(id(size->image)) + "." + size->what : place.name;
            at = place.at + place.length;
        }
        result += expression.substr(at);
        return std::optional(result + "}");
    });
    return renamed.value_or(written);
}

const Value* written_value(const CheckedNode& node, const std::string& param) {
    for (const auto* values : {&node.values, &node.sized})
        if (const auto value = values->find(param); value != values->end()) return &value->second;
    return nullptr;
}

std::vector<std::string> sized_by(const CheckedGraph& graph) {
    std::set<std::string> ids;
    for (const CheckedNode& node : graph.nodes)
        for (const auto& [name, value] : node.sized)
            for (std::string& id : sized_by(value)) ids.insert(std::move(id));
    return {ids.begin(), ids.end()};
}

void bind_sizes(CheckedGraph& graph, const Formats& formats) {
    Diagnostics faults;
    for (CheckedNode& node : graph.nodes)
        if (!node.sized.empty()) bind(node, formats, faults);
    faults.throw_if_errors();
}

}  // namespace sluice

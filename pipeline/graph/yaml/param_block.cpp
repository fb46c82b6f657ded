#include "pipeline/graph/yaml/param_block.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>

namespace sluice {
namespace {

using BlockNode = YamlNode::Type;

bool has_range(ParamType type) {
    return type == ParamType::integer || type == ParamType::number || type == ParamType::numbers;
}

ParamType type_of(const Value& standard) {
    const auto is_number = [](const std::string& word) { return number_from(word).has_value(); };
    if (const auto* list = std::get_if<std::vector<std::string>>(&standard))
        return std::all_of(list->begin(), list->end(), is_number) ? ParamType::numbers : ParamType::choices;
    const auto& word = std::get<std::string>(standard);
    if (is_number(word)) return ParamType::number;
    return word == "true" || word == "false" ? ParamType::boolean : ParamType::text;
}

class BlockReader {
public:
    BlockReader(const YamlNode::Entry& entry, std::string subject, const std::vector<std::string>& more,
                Diagnostics& faults)
        : entry_(entry), subject_(std::move(subject)), faults_(faults) {
        keys_.insert(keys_.end(), more.begin(), more.end());
        result_.decl.name = entry.key;
        result_.decl.required = true;
    }

    std::optional<DescribedParam> read(const WrittenDefault& written) {
        if (entry_.value.type == BlockNode::null) {
            fault(entry_, "write its default, or a map such as {type: number, default: 3, range: [0, 50]}");
            return std::nullopt;
        }
        if (entry_.value.type != BlockNode::map) result_.standard = &entry_.value;
        for (const YamlNode::Entry& entry : entry_.value.entries) key(entry);
        if (sound_) type(written);
        if (sound_) fits();
        return sound_ ? std::optional(std::move(result_)) : std::nullopt;
    }

private:
    void fault(const YamlNode::Entry& at, const std::string& what) {
        const Place& place = at.value.type == BlockNode::null ? at.place : at.value.place;
        faults_.error(place, subject_ + (&at == &entry_ ? "" : "." + at.key), what);
        sound_ = false;
    }

    void key(const YamlNode::Entry& key) {
        ParamDecl& decl = result_.decl;
        std::vector<std::string> list;
        for (const YamlNode& item : key.value.items) list.push_back(item.text);
        if (key.key == "type") {
            const auto type = from_name<ParamType>(key.value.text);
            const std::vector<std::string> types(names_of<ParamType>.begin(), names_of<ParamType>.end());
            if (!type)
                fault(key, in_quotes(key.value.text) + " is not one of " + listed(types) +
                               did_you_mean(key.value.text, types));
            decl.type = type.value_or(ParamType::text);
            typed_ = true;
        } else if (key.key == "default") {
            result_.standard = &key.value;
        } else if (key.key == "range") {
            const auto low = list.size() == 2 ? number_from(list[0]) : std::nullopt;
            const auto high = list.size() == 2 ? number_from(list[1]) : std::nullopt;
            if (!low || !high || *low > *high)
                fault(key, "two numbers are expected, the lower one first: [0, 50]");
            decl.low = low, decl.high = high;
        } else if (key.key == "choices") {
            if (list.empty()) fault(key, "a list of words is expected: [png, jpg]");
            decl.choices = list;
        } else if (key.key == "help" || key.key == "unit") {
            if (key.value.type != BlockNode::scalar) fault(key, "a text is expected");
            (key.key == "help" ? decl.doc : decl.unit) = key.value.text;
        } else if (std::find(keys_.begin(), keys_.end(), key.key) == keys_.end()) {
            faults_.error(key.place, subject_,
                          "unknown key " + in_quotes(key.key) + did_you_mean(key.key, keys_) +
                              "; there are: " + listed(keys_));
            sound_ = false;
        }
    }

    void type(const WrittenDefault& written) {
        if (typed_) return;
        if (!result_.decl.choices.empty()) {
            result_.decl.type = ParamType::choice;
            return;
        }
        if (result_.standard == nullptr) return fault(entry_, "give it a type or a default");
        const auto value = written(*result_.standard, subject_);
        sound_ = value.has_value();
        if (value) result_.decl.type = type_of(*value);
    }

    void fits() {
        const ParamDecl& decl = result_.decl;
        const bool chosen = decl.type == ParamType::choice || decl.type == ParamType::choices;
        if (chosen != !decl.choices.empty())
            return fault(entry_, chosen ? "a choice needs its 'choices', such as [png, jpg]"
                                        : "'choices' belong to the types choice and choices");
        if (decl.low && !has_range(decl.type)) fault(entry_, "a range is for numbers only");
    }

    const YamlNode::Entry& entry_;
    const std::string subject_;
    Diagnostics& faults_;
    std::vector<std::string> keys_{"type", "default", "range", "choices", "unit", "help"};
    DescribedParam result_;
    bool typed_ = false, sound_ = true;
};

}  // namespace

std::optional<DescribedParam> described_param(const YamlNode::Entry& entry, const std::string& block,
                                              const std::vector<std::string>& more,
                                              const WrittenDefault& written, Diagnostics& faults) {
    return BlockReader(entry, block + "." + entry.key, more, faults).read(written);
}

}  // namespace sluice

#include "io/codec_options.hpp"

#include "io/codecs.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace sluice {
namespace {

constexpr const char* by_format = "auto";

bool has(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}
void add_missing(std::vector<std::string>& words, const std::vector<std::string>& more) {
    for (const std::string& word : more)
        if (!has(words, word)) words.push_back(word);
}

bool is_number(const ParamDecl& decl) {
    return decl.type == ParamType::integer || decl.type == ParamType::number;
}

const ParamDecl* find(const std::vector<ParamDecl>& all, const std::string& name) {
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const ParamDecl& decl) { return decl.name == name; });
    return at == all.end() ? nullptr : &*at;
}

[[noreturn]] void refuse(const ParamDecl& a, const ParamDecl& b) {
    throw Error(Error::Kind::usage, a.name,
                "is an option of " + enumerated(a.formats) + " and another one of " + enumerated(b.formats) +
                    ": give one of them another name");
}

// A number of one codec may be a word of another one, whose choices are then words in the place of the
// number.
void merge(ParamDecl& a, ParamDecl b) {
    if (is_number(b) && a.type == ParamType::choice) {
        std::swap(a.type, b.type);
        std::swap(a.choices, b.choices);
        std::tie(a.low, a.high) = std::pair(b.low, b.high);
    } else if (a.type == b.type) {
        a.low = a.low && b.low ? std::optional(std::min(*a.low, *b.low)) : std::nullopt;
        a.high = a.high && b.high ? std::optional(std::max(*a.high, *b.high)) : std::nullopt;
    } else if (!is_number(a) || b.type != ParamType::choice) {
        refuse(a, b);
    }
    add_missing(is_number(a) ? a.keywords : a.choices, b.choices);
    add_missing(a.keywords, b.keywords);
    add_missing(a.examples, b.examples);
    if (a.standard != b.standard) {
        if (a.type == ParamType::boolean) refuse(a, b);
        if (!has(a.choices, by_format)) add_missing(a.keywords, {by_format});
        a.standard = std::string(by_format);
    }
    add_missing(a.formats, b.formats);
}

}  // namespace

std::vector<ParamDecl> options_of(const std::vector<Codec>& codecs, OptionsOfCodec options) {
    std::vector<ParamDecl> all;
    // What is said of an option, or its default, with the formats for which that is so.
    using Said = std::vector<std::pair<std::string, std::vector<std::string>>>;
    std::map<std::string, Said> docs, defaults;
    const auto note = [](Said& all, const std::string& what, const Codec& codec) {
        if (all.empty() || all.back().first != what) all.push_back({what, {}});
        add_missing(all.back().second, {codec.name});
    };
    for (const Codec& codec : codecs)
        for (ParamDecl decl : codec.*options) {
            decl.formats = {codec.name};
            note(docs[decl.name], decl.doc, codec);
            note(defaults[decl.name], text(decl.standard), codec);
            if (const ParamDecl* there = find(all, decl.name))
                merge(all[static_cast<std::size_t>(there - all.data())], std::move(decl));
            else
                all.push_back(std::move(decl));
        }
    for (ParamDecl& decl : all) {
        if (decl.option.empty()) decl.option = decl.name;
        if (const Said& said = docs.at(decl.name); said.size() > 1) {
            decl.doc.clear();
            for (const auto& [doc, formats] : said)
                decl.doc += (decl.doc.empty() ? "" : " ") + enumerated(formats) + ": " + doc;
        }
        if (const Said& said = defaults.at(decl.name); said.size() > 1) {
            std::vector<std::string> each;
            for (const auto& [value, formats] : said) each.push_back(value + " for " + enumerated(formats));
            decl.doc += " Default: " + listed(each) + ".";
        }
    }
    return all;
}

const std::vector<ParamDecl>& load_options() {
    static const std::vector<ParamDecl> all = options_of(codecs(), &Codec::load_options);
    return all;
}
const std::vector<ParamDecl>& save_options() {
    static const std::vector<ParamDecl> all = options_of(codecs(), &Codec::save_options);
    return all;
}

Values own_options(const Codec& codec, OptionsOfCodec options, const Values& given) {
    const std::vector<ParamDecl>& all = options == &Codec::load_options ? load_options() : save_options();
    Values own;
    for (const auto& [name, value] : given) {
        const ParamDecl *any = find(all, name), *decl = find(codec.*options, name);
        if (any == nullptr) {
            std::vector<std::string> names;
            for (const ParamDecl& other : all) names.push_back(other.name);
            throw Error(Error::Kind::usage, "",
                        "there is no option " + in_quotes(name) + did_you_mean(name, names));
        }
        std::string fault;
        const std::optional<Value> converted = convert(decl != nullptr ? *decl : *any, value, fault);
        const bool left_to_codec = decl != nullptr && value == any->standard;  // which has another default
        // A number is for those that take numbers, a word for those that have it.
        std::string fault_of_any;
        const auto for_any = convert(*any, value, fault_of_any);
        const bool for_others =
            decl != nullptr && for_any && std::holds_alternative<std::string>(*for_any) == is_number(*decl);
        if (!converted && !left_to_codec && !for_others)
            throw Error(Error::Kind::usage, "", name + " " + fault);
        if (converted && decl != nullptr) own[name] = *converted;
    }
    return own;
}

}  // namespace sluice

// convert() of value.hpp: from what a user wrote to what a parameter declares.
#include "pipeline/core/byte_size.hpp"
#include "pipeline/core/colour.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sluice {
namespace {

// Semicolons may stand between rows or pairs.
std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(",;", begin), text.size());
        std::string part = text.substr(begin, end - begin);
        part.erase(0, std::min(part.find_first_not_of(" \t"), part.size()));
        part.erase(part.find_last_not_of(" \t") + 1);
        parts.push_back(std::move(part));
        begin = end + 1;
    }
    return parts;
}

// What was written as a list of scalars.
std::vector<Value> elements(const Value& written) {
    std::vector<Value> list;
    const auto take = [&list](const auto& values) { list.assign(values.begin(), values.end()); };
    if (const auto* numbers = std::get_if<std::vector<double>>(&written))
        take(*numbers);
    else if (const auto* texts = std::get_if<std::vector<std::string>>(&written))
        take(*texts);
    else if (const auto* text = std::get_if<std::string>(&written))
        take(split(*text));
    else
        list.push_back(written);
    return list;
}

bool is_list(const Value& v) {
    return std::holds_alternative<std::vector<double>>(v) ||
           std::holds_alternative<std::vector<std::string>>(v);
}

// "auto": how a value is named in a message.
std::string shown(const Value& v) {
    if (const auto* text = std::get_if<std::string>(&v)) return in_quotes(*text);
    return is_list(v) ? "a list" : text(v);
}

// "640x480" as "640,480" and "640x480+10+20" as "10,20,640,480"; all else as it is.
std::string as_list(const std::string& word, Shape shape) {
    if (shape == Shape::list || word.find_first_not_of("0123456789x+") != std::string::npos) return word;
    std::vector<std::string> parts;
    std::string signs;
    for (std::size_t begin = 0; begin <= word.size();) {
        const std::size_t end = std::min(word.find_first_of("x+", begin), word.size());
        if (end == begin) return word;
        parts.push_back(word.substr(begin, end - begin));
        if (end < word.size()) signs += word[end];
        begin = end + 1;
    }
    if (shape == Shape::size && signs == "x") return parts[0] + "," + parts[1];
    if (shape == Shape::rectangle && signs == "x++")
        return parts[2] + "," + parts[3] + "," + parts[0] + "," + parts[1];
    return word;
}

class Conversion {
public:
    Conversion(const ParamDecl& decl, std::string& fault) : decl_(decl), fault_(fault) {}

    std::optional<Value> run(const Value& written) {
        if (const auto* word = std::get_if<std::string>(&written); word != nullptr && is_keyword(*word))
            return *word;
        switch (decl_.type) {
            case ParamType::boolean: return boolean(written);
            case ParamType::integer: return integer(written);
            case ParamType::number: return number(written);
            case ParamType::text: return text(written);
            case ParamType::path: return path(written);
            case ParamType::choice: return choice(written);
            case ParamType::numbers: return numbers(written);
            case ParamType::color: return color(written);
            case ParamType::choices: return choices(written);
        }
        return std::nullopt;
    }

private:
    std::nullopt_t fail(std::string what) {
        fault_ = std::move(what);
        return std::nullopt;
    }

    bool is_keyword(const std::string& word) const {
        return std::find(decl_.keywords.begin(), decl_.keywords.end(), word) != decl_.keywords.end();
    }

    // "'abc' is not a number", or "... a number or 'auto'".
    std::nullopt_t not_a(const char* kind, const Value& written) {
        std::string what = shown(written) + " is not " + kind;
        for (const std::string& word : decl_.keywords) what += " or '" + word + "'";
        if (const auto* word = std::get_if<std::string>(&written)) {
            what += did_you_mean(*word, decl_.keywords);
            what += way_to_write(*word);
        }
        return fail(std::move(what));
    }

    // "8x8", "1px", "2,5", "[0,255]": what was meant, as it is written. A percentage is its number only where
    // whole numbers go up to 100.
    std::string way_to_write(const std::string& word) const {
        const bool list = decl_.type == ParamType::numbers || decl_.type == ParamType::color;
        const bool hundred = decl_.type == ParamType::integer && decl_.high == 100.0;
        const std::size_t digits = std::min(word.find_first_not_of("+-.0123456789"), word.size());
        if (digits < word.size() && number_from(word.substr(0, digits)) &&
            word.substr(digits) == (hundred ? "%" : decl_.unit))
            return "; write it without its unit: " + word.substr(0, digits);
        const std::string range = range_text(decl_);
        if (word.substr(digits) == "%" && !range.empty())
            return "; a number " + std::string(range[0] == '[' ? "in " : "of ") + range + " is expected";
        if (const auto commas = std::count(word.begin(), word.end(), ','); commas > 0 && !list)
            return commas == 1 ? "; decimals are written with a point"
                               : "; one value is expected, so try each in a run of its own";
        if (!list || word.find_first_of("0123456789") == std::string::npos) return "";
        std::string numbers;  // with a comma for all that stands between them
        for (const char c : list_.empty() ? word : list_) {
            const bool part = (c >= '0' && c <= '9') || c == '.' || (c == '-' && numbers.empty());
            if (part)
                numbers += c;
            else if (!numbers.empty() && numbers.back() != ',')
                numbers += ',';
        }
        if (numbers.back() == ',') numbers.pop_back();
        const bool several = numbers.find(',') != std::string::npos;
        return "; several are written with commas: " + (several ? numbers : numbers + ",...");
    }

    bool in_range(double v, const Value& written) {
        const bool below = decl_.low && v < *decl_.low;
        const bool above = decl_.high && v > *decl_.high;
        if (!below && !above) return true;
        const auto* word = std::get_if<std::string>(&written);
        const std::string value = word != nullptr && word->size() < 24 ? *word : number_text(v);
        const std::string range = range_text(decl_);
        if (!range.empty() && range.front() == '[')
            fault_ = value + " is outside " + range;
        else
            fault_ = value + (below ? " is below " + number_text(*decl_.low)
                                    : " is above " + number_text(*decl_.high));
        return false;
    }

    // What "50%" is by itself.
    std::optional<double> percentage(const std::string& word) const {
        const bool own = decl_.unit == "%";
        if (!word.ends_with('%') || (decl_.percent == Percent::no && !own)) return std::nullopt;
        const auto number = number_from(std::string_view(word).substr(0, word.size() - 1));
        return number && !own ? *number / 100 : number;
    }

    std::optional<double> real(const Value& written) {
        std::optional<double> value;
        if (const auto* v = std::get_if<double>(&written))
            value = *v;
        else if (const auto* i = std::get_if<std::int64_t>(&written))
            value = static_cast<double>(*i);
        else if (const auto* word = std::get_if<std::string>(&written))
            value = word->ends_with('%') ? percentage(*word) : number_from(*word);
        if (!value || !std::isfinite(*value)) return not_a("a number", written);
        if (!in_range(*value, written)) return std::nullopt;
        return value;
    }

    std::optional<Value> number(const Value& written) {
        const auto value = real(written);
        if (!value) return std::nullopt;
        const auto* word = std::get_if<std::string>(&written);
        if (word != nullptr && word->ends_with('%') && decl_.percent == Percent::white) return *word;
        return *value;
    }

    std::optional<Value> integer(const Value& written) {
        std::optional<std::int64_t> value;
        if (const auto* i = std::get_if<std::int64_t>(&written)) value = *i;
        if (const auto* size = std::get_if<std::string>(&written); size != nullptr && decl_.unit == "bytes")
            return bytes_of_size(*size, fault_);
        std::optional<double> inexact;
        if (const auto* v = std::get_if<double>(&written)) inexact = *v;
        if (const auto* text = std::get_if<std::string>(&written)) {
            const auto alias = decl_.aliases.find(*text);
            const std::string* word = alias == decl_.aliases.end() ? text : &alias->second;
            std::int64_t exact = 0;
            const char* end = word->data() + word->size();
            const auto read = std::from_chars(word->data(), end, exact);
            if (read.ec == std::errc() && read.ptr == end)
                value = exact;
            else
                inexact = number_from(*word);  // "1e3", "+5", "3.0", or too large
        }
        if (!value && inexact && std::trunc(*inexact) == *inexact) {
            if (std::fabs(*inexact) >= 9007199254740992.0) return fail(shown(written) + " is too large");
            value = static_cast<std::int64_t>(*inexact);
        }
        if (!value) return not_a("an integer", written);
        if (!in_range(static_cast<double>(*value), written)) return std::nullopt;
        return *value;
    }

    std::optional<Value> boolean(const Value& written) {
        if (const auto* v = std::get_if<bool>(&written)) return *v;
        if (const auto* word = std::get_if<std::string>(&written)) {
            for (const char* yes : {"true", "yes", "on"})
                if (*word == yes) return true;
            for (const char* no : {"false", "no", "off"})
                if (*word == no) return false;
        }
        return fail(shown(written) + " is neither true nor false");
    }

    std::optional<Value> text(const Value& written) {
        if (const auto* word = std::get_if<std::string>(&written)) return *word;
        return not_a("a text", written);
    }

    std::optional<Value> path(const Value& written) {
        const auto* word = std::get_if<std::string>(&written);
        if (word == nullptr) return not_a("a path", written);
        if (word->empty()) return fail("the path is empty");
        if (word->find('\0') != std::string::npos) return fail("a path cannot hold a zero byte");
        return *word;
    }

    bool is_choice(const Value& written) {
        const auto* word = std::get_if<std::string>(&written);
        if (word != nullptr &&
            std::find(decl_.choices.begin(), decl_.choices.end(), *word) != decl_.choices.end())
            return true;
        std::vector<std::string> all = decl_.choices;
        all.insert(all.end(), decl_.keywords.begin(), decl_.keywords.end());
        fault_ = shown(written) + " is not one of " + listed(all);
        if (word != nullptr) fault_ += did_you_mean(*word, all);
        return false;
    }

    std::optional<Value> choice(const Value& written) {
        if (const auto* word = std::get_if<std::string>(&written))
            if (const auto alias = decl_.aliases.find(*word); alias != decl_.aliases.end())
                return alias->second;
        if (is_choice(written)) return written;
        return std::nullopt;
    }

    bool right_count(std::size_t count) {
        const std::size_t low = decl_.min_count;
        const std::size_t high = decl_.max_count;
        if (count >= low && (high == 0 || count <= high)) return true;
        std::string wanted = std::to_string(low);
        if (high == 0) wanted = "at least " + wanted;
        if (high > low)
            wanted = low == 0 ? "at most " + std::to_string(high) : wanted + " to " + std::to_string(high);
        fault_ = std::to_string(count) + (count == 1 ? " value is given, " : " values are given, ") + wanted +
                 (wanted == "1" ? " is" : " are") + " expected";
        if (low > 1 && count == 1) fault_ += ", separated by commas without spaces";
        return false;
    }

    std::optional<Value> color(const Value& written) {
        const auto* word = std::get_if<std::string>(&written);
        if (word == nullptr) return numbers(written);
        if (css_colour(*word)) return *word;
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        if (word->empty() || (word->front() != '#' && !is_letter(word->front()))) return numbers(written);
        std::string what = in_quotes(*word) + " is not a colour";
        for (const std::string& keyword : decl_.keywords) what += ", nor '" + keyword + "'";
        const std::string near = did_you_mean_colour(*word);
        return fail(what + (near.empty() ? "; write a CSS colour, such as white, #ff8800, rgb(255, 128, 0) "
                                           "or rgb(50% 0% 0%), or pixel values"
                                         : near));
    }

    std::optional<Value> numbers(const Value& written) {
        std::vector<double> list;
        std::string texts;  // of all, where percentages of white are among them
        bool percentages = false;
        const auto* whole = std::get_if<std::string>(&written);
        if (whole != nullptr) list_ = *whole;
        const std::vector<Value> all =
            elements(whole != nullptr ? Value(as_list(*whole, decl_.shape)) : written);
        for (const Value& element : all) {
            if (all.size() > 1 && element == Value(std::string()))
                return fail("a number is missing next to a comma; write commas without spaces: 0,255");
            const auto value = real(element);
            if (!value) return std::nullopt;
            if (decl_.whole && std::trunc(*value) != *value) return not_a("an integer", *value);
            list.push_back(*value);
            const auto* word = std::get_if<std::string>(&element);
            const bool percent = word != nullptr && word->ends_with('%') && decl_.percent == Percent::white;
            percentages = percentages || percent;
            texts += (texts.empty() ? "" : ",") + (percent ? *word : number_text(*value));
        }
        if (!right_count(list.size())) return std::nullopt;
        if (percentages) return texts;
        return list;
    }

    std::optional<Value> choices(const Value& written) {
        std::vector<std::string> list;
        for (const Value& element : elements(written)) {
            if (!is_choice(element)) return std::nullopt;
            const auto& word = std::get<std::string>(element);
            if (std::find(list.begin(), list.end(), word) != list.end())
                return fail(in_quotes(word) + " is given twice");
            list.push_back(word);
        }
        if (!right_count(list.size())) return std::nullopt;
        return list;
    }

    const ParamDecl& decl_;
    std::string& fault_;
    std::string list_;  // as written in one word
};

}  // namespace

std::optional<Value> convert(const ParamDecl& decl, const Value& written, std::string& fault) {
    return Conversion(decl, fault).run(written);
}

}  // namespace sluice

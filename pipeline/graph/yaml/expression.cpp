#include "pipeline/graph/yaml/expression.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace sluice {
namespace {

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::string_view, 3> functions = {"min", "max", "round"};
bool is_function(std::string_view name) {
    return std::find(functions.begin(), functions.end(), name) != functions.end();
}

// Thrown through the parser; the words go to the caller.
struct NoExpression {
    Wording what;
};

// A parser by recursive descent that computes as it reads. Without a lookup it only notes names.
class Expression {
public:
    Expression(std::string_view text, const Lookup* lookup) : text_(text), lookup_(lookup) {}

    Value value() {
        skip();
        if (rest().empty()) fail("a variable or a number is missing between '${' and '}'");
        const NamePlace name = peek_name();
        if (name.length > 0 && after(name) == '\0') return variable(name);
        const double result = sum();
        if (!rest().empty()) unexpected();
        if (lookup_ != nullptr && !std::isfinite(result)) fail(in_quotes(text_) + " is not a finite number");
        return result;
    }

    std::vector<NamePlace> names() && { return std::move(names_); }  // that have been read

private:
    [[noreturn]] static void fail(Wording what) { throw NoExpression{std::move(what)}; }
    [[noreturn]] void unexpected() const {
        fail(in_quotes(rest()) +
             " is not expected here; write numbers, variables, + - * /, parentheses, min, max and round");
    }

    std::string_view rest() const { return text_.substr(at_); }
    void skip() { at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size()); }
    bool take(char c) {
        if (rest().empty() || rest().front() != c) return false;
        ++at_;
        skip();
        return true;
    }

    // "radius", "env:HOME", "load.width", "'my-photo'.width", or none.
    NamePlace peek_name() const {
        NamePlace found{"", at_};
        std::size_t end = at_;
        if (end < text_.size() && text_[end] == '\'') {
            const std::size_t close = text_.find('\'', end + 1);
            if (close == std::string_view::npos || close == end + 1) return found;
            found.name = text_.substr(end + 1, close - end - 1);
            end = close + 1;
        } else if (end == text_.size() || !is_latin(text_[end])) {
            return found;
        }
        const std::size_t rest = end;
        const auto is_part = [](char c) { return is_latin(c) || is_decimal(c) || c == '_' || c == '.'; };
        while (end < text_.size() &&
               (is_part(text_[end]) || (text_[end] == ':' && text_.substr(at_, end - at_) == "env")))
            ++end;
        found.name += text_.substr(rest, end - rest);
        found.length = end - at_;
        return found;
    }
    // The character behind a name at this place and blanks; 0 at the end.
    char after(const NamePlace& name) const {
        const std::size_t next = text_.find_first_not_of(" \t", at_ + name.length);
        return next == std::string_view::npos ? '\0' : text_[next];
    }

    Value variable(const NamePlace& place) {
        at_ += place.length;
        skip();
        names_.push_back(place);
        if (lookup_ == nullptr) return 1.0;
        Wording fault;
        auto value = (*lookup_)(place.name, fault);
        if (!value) fail(std::move(fault));
        return std::move(*value);
    }

    double sum() {
        double result = product();
        for (;;) {
            if (take('+'))
                result += product();
            else if (take('-'))
                result -= product();
            else
                return result;
        }
    }

    double product() {
        double result = signed_part();
        for (;;) {
            if (take('*')) {
                result *= signed_part();
            } else if (take('/')) {
                const double by = signed_part();
                if (by == 0 && lookup_ != nullptr) fail(in_quotes(text_) + " divides by zero");
                result /= by;
            } else {
                return result;
            }
        }
    }

    double signed_part() {
        bool negative = false;
        while (!rest().empty() && (rest().front() == '-' || rest().front() == '+'))
            negative = take('-') ? !negative : (take('+'), negative);
        const double result = part();
        return negative ? -result : result;
    }

    double part() {
        if (take('(')) return in_parentheses().front();
        const NamePlace place = peek_name();
        if (is_function(place.name) && after(place) == '(') return call(place.name);
        if (place.length > 0) return number_of(place.name, variable(place));
        return literal();
    }

    double literal() {
        std::size_t end = at_;
        while (end < text_.size() && (is_decimal(text_[end]) || text_[end] == '.')) ++end;
        if (end > at_ && end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
            std::size_t digits = end + 1;
            if (digits < text_.size() && (text_[digits] == '-' || text_[digits] == '+')) ++digits;
            if (digits < text_.size() && is_decimal(text_[digits])) end = digits;
            while (end < text_.size() && is_decimal(text_[end])) ++end;
        }
        if (end == at_ && rest().empty()) fail("a number is missing at the end of " + in_quotes(text_));
        if (end == at_) unexpected();
        const std::string_view word = text_.substr(at_, end - at_);
        const auto number = number_from(word);
        if (!number) fail(in_quotes(word) + " is not a number");
        at_ = end;
        skip();
        return *number;
    }

    double number_of(const std::string& name, const Value& value) const {
        if (const auto* number = std::get_if<double>(&value)) return *number;
        if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
        if (const auto* word = std::get_if<std::string>(&value))
            if (const auto number = number_from(*word)) return *number;
        fail(in_quotes(name) + " is " + in_quotes(text(value)) + ", which is not a number");
    }

    double call(const std::string& name) {
        at_ += name.size();
        skip();
        take('(');
        const std::vector<double> values = in_parentheses(name != "round");
        if (name == "round") return std::round(values.front());
        return name == "min" ? *std::min_element(values.begin(), values.end())
                             : *std::max_element(values.begin(), values.end());
    }

    // Behind the first parenthesis.
    std::vector<double> in_parentheses(bool several = false) {
        if (++depth_ > max_pipeline_depth) fail("parentheses are nested too deeply");
        std::vector<double> values{sum()};
        while (several && take(',')) values.push_back(sum());
        if (!take(')')) {
            if (rest().empty()) fail("a ')' is missing at the end of " + in_quotes(text_));
            unexpected();
        }
        --depth_;
        return values;
    }

    const std::string_view text_;
    const Lookup* const lookup_;
    std::vector<NamePlace> names_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

std::optional<Value> evaluate(std::string_view expression, const Lookup& lookup, Wording& fault) {
    try {
        return Expression(expression, &lookup).value();
    } catch (NoExpression& no) {
        fault = std::move(no.what);
        return std::nullopt;
    }
}

std::vector<NamePlace> names_in(std::string_view expression, Wording& fault) {
    Expression parsed(expression, nullptr);
    try {
        parsed.value();
    } catch (NoExpression& no) {
        fault = std::move(no.what);
    }
    return std::move(parsed).names();
}

bool is_variable_name(std::string_view name) {
    const auto is_part = [](char c) { return is_latin(c) || is_decimal(c) || c == '_'; };
    return !name.empty() && is_latin(name.front()) && std::all_of(name.begin(), name.end(), is_part) &&
           !is_function(name);
}

}  // namespace sluice

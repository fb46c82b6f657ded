#include "pipeline/graph/chain/words.hpp"

#include "pipeline/core/text.hpp"

#include <string_view>

namespace sluice {
namespace {

class Reader {
public:
    Reader(const std::string& chain, Diagnostics& faults) : chain_(chain), faults_(faults) {}

    std::vector<ChainWord> words() {
        while (skip_blanks()) {
            const char c = peek();
            if (c == '|' || c == ';')
                separator(c == '|' ? ChainWord::Type::bar : ChainWord::Type::semicolon);
            else
                word();
        }
        return std::move(words_);
    }

private:
    bool more() const { return at_ < chain_.size(); }
    char peek() const { return chain_[at_]; }
    static bool is_blank(char c) { return std::string_view(" \t\r\n\v\f").find(c) != std::string_view::npos; }

    char take() {
        const char c = chain_[at_++];
        if (c == '\n') {
            ++place_.line;
            place_.column = 1;
        } else if (!more() || (static_cast<unsigned char>(peek()) & 0xC0u) != 0x80u) {
            ++place_.column;  // the bytes inside of a UTF-8 character are no columns
        }
        return c;
    }

    bool skip_blanks() {
        while (more() && is_blank(peek())) take();
        return more();
    }

    void separator(ChainWord::Type type) {
        ChainWord word;
        word.type = type;
        word.place = place_;
        word.text = take();
        words_.push_back(word);
    }

    // A semicolon between two numbers belongs to a list: no stage begins with a number.
    bool between_numbers() const {
        const std::string_view number = "0123456789.";
        return peek() == ';' && at_ > 0 &&
               (number.find(chain_[at_ - 1]) != std::string_view::npos || chain_[at_ - 1] == '%') &&
               at_ + 1 < chain_.size() &&
               (number.find(chain_[at_ + 1]) != std::string_view::npos || chain_[at_ + 1] == '-' ||
                chain_[at_ + 1] == '+');
    }

    void word() {
        ChainWord word;
        word.place = place_;
        while (more() && !is_blank(peek()) && peek() != '|' && (peek() != ';' || between_numbers())) {
            const bool begins = word.is_pair() ? !word.has_value : word.text.empty();
            if (word.is_pair()) word.has_value = true;
            const std::size_t end = begins ? end_of_colour() : at_;
            if (end == at_) part(word);
            while (at_ < end) word.text += take();
        }
        words_.push_back(word);
    }

    // Behind "rgb(50% 0% 0%)", whose blanks part nothing; where none begins here, the place itself.
    std::size_t end_of_colour() const {
        const std::string_view rest = std::string_view(chain_).substr(at_);
        for (const std::string_view function : {"rgb(", "rgba("}) {
            if (lower_case(rest.substr(0, function.size())) != function) continue;
            const std::size_t end = rest.find_first_not_of("0123456789.+-%,/ \t", function.size());
            if (end != rest.npos && rest[end] == ')') return at_ + end + 1;
        }
        return at_;
    }

    // One character, or everything between two quotes.
    void part(ChainWord& word) {
        const Place begin = place_;
        const bool inside = begin != word.place;
        const char c = take();
        if (c == '\'' || c == '"') return quotation(word, c, begin, inside);
        if (c == '\\') {
            if (!more()) return faults_.error(begin, "", "nothing follows this backslash");
            word.text += take();
            return;
        }
        if (c == '=' && !word.is_pair()) word.equals = word.text.size();
        word.text += c;
    }

    void quotation(ChainWord& word, char quote, const Place& begin, bool inside) {
        while (more()) {
            const char c = take();
            if (c == quote) return;
            const bool escape = quote == '"' && c == '\\' && more() && (peek() == '"' || peek() == '\\');
            word.text += escape ? take() : c;
        }
        if (quote == '\'' && inside)
            faults_.error(
                begin, "",
                "this quote is not closed; put a name that contains an apostrophe in double quotes");
        else
            faults_.error(begin, "",
                          std::string("this quote is not closed: a second ") + quote + " is missing");
    }

    const std::string& chain_;
    Diagnostics& faults_;
    std::size_t at_ = 0;
    Place place_{"chain", 1, 1};
    std::vector<ChainWord> words_;
};

}  // namespace

std::vector<ChainWord> chain_words(const std::string& chain, Diagnostics& faults) {
    return Reader(chain, faults).words();
}

}  // namespace sluice

#include "pipeline/plan/renumber.hpp"

#include "pipeline/plan/kernel_source.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

// What the assembler puts before the number of a node.
constexpr std::array<std::string_view, 7> prefixes{"v", "src", "dst", "n", "t", "r", "lut"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Numbers {
public:
    std::string renumbered(std::string_view text) {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = at + 1;
            if (is_letter(text[at]) || is_digit(text[at]))
                while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
            result += word(text.substr(at, end - at));
            at = end;
        }
        return result;
    }

private:
    std::string word(std::string_view word) {
        const auto number =
            static_cast<std::size_t>(std::find_if(word.begin(), word.end(), is_digit) - word.begin());
        if (std::find(prefixes.begin(), prefixes.end(), word.substr(0, number)) == prefixes.end())
            return std::string(word);
        std::size_t end = number;
        while (end < word.size() && is_digit(word[end])) ++end;
        if (end == number || (end < word.size() && word[end] != '_')) return std::string(word);
        const auto at =
            numbers_.try_emplace(std::string(word.substr(number, end - number)), numbers_.size()).first;
        return cat(word.substr(0, number), at->second, word.substr(end));
    }

    std::map<std::string, std::size_t> numbers_;
};

}  // namespace

void renumber_kernels(ExecutionPlan& plan) {
    std::map<const Program*, std::pair<std::shared_ptr<const Program>, Numbers>> done;
    for (PlannedStep& step : plan.steps) {
        auto* launch = std::get_if<Launch>(&step);
        if (launch == nullptr) continue;
        auto& [program, numbers] = done[launch->program.get()];
        if (program == nullptr) {
            Program copy = *launch->program;
            const std::size_t begin = std::min(copy.source.find(generated_line), copy.source.size());
            copy.source.replace(begin, std::string::npos,
                                numbers.renumbered(std::string_view(copy.source).substr(begin)));
            program = std::make_shared<const Program>(std::move(copy));
        }
        launch->kernel = numbers.renumbered(launch->kernel);
        launch->program = program;
    }
}

}  // namespace sluice

#include "pipeline/core/error.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace sluice {

std::string Place::text() const {
    std::string text = file;
    if (line > 0) {
        text += ":" + std::to_string(line);
        if (column > 0) text += ":" + std::to_string(column);
    }
    return text;
}

Error::Error(Kind kind, std::string where, Wording what)
    : std::runtime_error(where.empty() ? what.text() : where + ": " + what.text()),
      kind_(kind),
      where_(std::move(where)),
      message_(std::move(what)) {}

Wording Diagnostic::text() const {
    Wording text = severity == Severity::warning ? "warning: " : "";
    if (const std::string where = place.text(); !where.empty()) text += where + ": ";
    if (!subject.empty()) text += subject + ": ";
    return text + message;
}

void Diagnostics::error(Place place, Wording subject, Wording message) {
    list_.push_back({Diagnostic::Severity::error, std::move(place), std::move(subject), std::move(message)});
}

void Diagnostics::warning(Place place, Wording subject, Wording message) {
    list_.push_back(
        {Diagnostic::Severity::warning, std::move(place), std::move(subject), std::move(message)});
}

bool Diagnostics::ok() const {
    return std::none_of(list_.begin(), list_.end(),
                        [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

Wording Diagnostics::text() const {
    Wording text;
    for (const Diagnostic& d : list_) {
        if (!text.empty()) text += "\n";
        text += d.text();
    }
    return text;
}

void Diagnostics::throw_if_errors() const {
    if (!ok()) throw Error(Error::Kind::usage, "", text());
}

namespace {

// Insertions, deletions, replacements and swaps of neighbours that make one from the other; `limit`
// when there are as many or more.
std::size_t edit_distance(const std::string& a, const std::string& b, std::size_t limit) {
    if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= limit) return limit;
    std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        // A later row takes at least as many as the least of two rows before it.
        const std::size_t least = std::min(*std::min_element(row.begin(), row.end()),
                                           *std::min_element(above.begin(), above.end()));
        if (least >= limit) return limit;
        before.swap(above);
        above.swap(row);
        row.resize(b.size() + 1);
    }
    return std::min(above.back(), limit);
}

// Whether `name` is how `choice` begins, or one of its words: "clip" of "clip_limit", "--memory" of
// "--limit-memory", "exponent" of "gamma.exponent".
bool abbreviates(const std::string& name, const std::string& choice) {
    constexpr std::size_t shortest = 3;
    const std::size_t begin = std::min(name.find_first_not_of('-'), name.size());
    if (name.size() - begin < shortest) return false;
    const std::string_view word = std::string_view(name).substr(begin);
    for (std::size_t at = choice.find(word); at != std::string::npos; at = choice.find(word, at + 1))
        if (at == 0 || std::string_view("-_.").find(choice[at - 1]) != std::string_view::npos) return true;
    return false;
}

}  // namespace

std::string nearest(const std::string& name, const std::vector<std::string>& choices) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string& choice : choices) {
        std::size_t distance = edit_distance(name, choice, best_distance);
        const bool more = choice.size() >= 4 && name.starts_with(choice);  // "benchmark" of "bench"
        if (more || abbreviates(name, choice)) distance = std::min<std::size_t>(distance, 1);
        if (distance < best_distance && distance < choice.size()) {
            best = choice;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace sluice

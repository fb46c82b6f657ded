#include "tests/reference/params.hpp"

#include "pipeline/core/rect.hpp"

namespace sluice::reference {
namespace {

template <class T>
const T* find(const Values& params, const std::string& name) {
    const auto at = params.find(name);
    return at == params.end() ? nullptr : std::get_if<T>(&at->second);
}

}  // namespace

std::optional<double> number_of(const Values& params, const std::string& name) {
    if (const auto* v = find<double>(params, name)) return *v;
    if (const auto* v = find<std::int64_t>(params, name)) return static_cast<double>(*v);
    return std::nullopt;
}

std::optional<std::vector<double>> numbers_of(const Values& params, const std::string& name) {
    if (const auto* v = find<std::vector<double>>(params, name)) return *v;
    return std::nullopt;
}

std::optional<std::array<double, 2>> pair_of(const Values& params, const std::string& name) {
    if (const auto v = numbers_of(params, name)) return std::array{v->at(0), v->at(1)};
    return std::nullopt;
}

std::string word_of(const Values& params, const std::string& name) {
    const auto* v = find<std::string>(params, name);
    return v == nullptr ? "" : *v;
}

bool truth_of(const Values& params, const std::string& name) {
    const bool* v = find<bool>(params, name);
    return v != nullptr && *v;
}

Grouping grouping_of(const Values& params) {
    const std::string group = word_of(params, "group");
    return group == "joint" ? Grouping::joint : group == "luma" ? Grouping::luma : Grouping::channel;
}

Counted counted_of(const Values& params) {
    Counted counted;
    counted.alpha = named<AlphaRule>(params, "alpha").value_or(AlphaRule::visible);
    if (const auto v = numbers_of(params, "region")) {
        const auto part = [&](std::size_t i) { return static_cast<std::size_t>(v->at(i)); };
        counted.region = Rect{part(0), part(1), part(2), part(3)};
    }
    return counted;
}

}  // namespace sluice::reference

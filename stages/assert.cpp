#include "pipeline/core/message.hpp"
#include "pipeline/core/statistics.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Assert {
    std::string field = "all";
    std::optional<double> below, above;
};

// What a Table shows beside its fields, where it has the sums.
struct Derived {
    const char* name;
    std::vector<std::string> from;
    double (*value)(const Table&, std::size_t channel, std::size_t row);
};
const std::vector<Derived>& all_derived() {
    static const std::vector<Derived> all{
        {"mean",
         {"count", "sum"},
         [](const Table& t, std::size_t c, std::size_t row) { return mean(t, c, row); }},
        {"std", {"count", "sum", "sum_sq"}, [](const Table& t, std::size_t c, std::size_t row) {
             return standard_deviation(t, c, row);
         }}};
    return all;
}
bool follows(const Derived& derived, const TableLayout& layout) {
    return std::all_of(derived.from.begin(), derived.from.end(),
                       [&](const std::string& field) { return layout.find(field) != nullptr; });
}

std::string wrong(const Assert& p) {
    if (!p.below && !p.above) return "needs below= or above=, or both";
    if (p.below && p.above && *p.above >= *p.below)
        return "no number is above " + number_text(*p.above) + " and below " + number_text(*p.below);
    return "";
}

std::string misfit(const Assert& p, const TableLayout& layout) {
    if (p.field == "all" || layout.find(p.field) != nullptr) return "";
    std::vector<std::string> names;
    if (layout.list) names.emplace_back("found");
    for (const Field& field : layout.fields) names.push_back(field.name);
    for (const Derived& derived : all_derived())
        if (follows(derived, layout)) names.emplace_back(derived.name);
    if (std::find(names.begin(), names.end(), p.field) != names.end()) return "";
    return "has no field " + in_quotes(p.field) + did_you_mean(p.field, names) + "; it has " + listed(names);
}

// "R of layer 2", "" where there is one only.
std::string place(const TableLayout& layout, std::size_t channel, std::size_t row) {
    const std::size_t tiles = layout.tiles ? layout.tiles->count() : 1;
    std::string text = layout.channels.size() > 1 ? " of " + layout.channels[channel] : "";
    if (layout.list) return text + " of entry " + std::to_string(row + 1);
    if (layout.rows > tiles) text += " of layer " + std::to_string(row / tiles);
    if (tiles > 1) text += " of tile " + std::to_string(row % tiles);
    return text;
}

class Judge {
public:
    Judge(const Assert& p, const Table& table) : p_(p), table_(table) {}

    std::string fault() {
        const TableLayout& layout = table_.layout();
        if (layout.list && p_.field == "found") {
            judge("found", static_cast<double>(table_.found()), "");
            return first_;
        }
        for (std::size_t row = 0; row < table_.rows(); ++row)
            for (std::size_t channel = 0; channel < layout.channels.size(); ++channel) {
                for (const Field& field : layout.fields)
                    if (is_asked(field.name) && (field.per_channel || channel == 0))
                        look(field, channel, row);
                for (const Derived& derived : all_derived())
                    if (derived.name == p_.field && !table_.has(p_.field))
                        judge(derived.name, derived.value(table_, channel, row), place(layout, channel, row));
            }
        if (others_ == 0) return first_;
        return first_ + " (and " + std::to_string(others_) +
               (others_ == 1 ? " more value)" : " more values)");
    }

private:
    bool is_asked(const std::string& name) const { return p_.field == "all" || p_.field == name; }

    void look(const Field& field, std::size_t channel, std::size_t row) {
        const double none = std::nan("");
        for (std::size_t i = 0; i < field.count; ++i)
            judge(field.name + (field.count > 1 ? " " + std::to_string(i) : ""),
                  has_no_extreme(table_, field.name, channel, row) ? none
                                                                   : table_.real(field.name, channel, row, i),
                  place(table_.layout(), channel, row));
    }

    // What is no number is within no bounds.
    void judge(const std::string& name, double v, const std::string& where) {
        const bool low = p_.above && !(v > *p_.above), high = p_.below && !(v < *p_.below);
        if (!low && !high) return;
        if (!first_.empty()) {
            ++others_;
            return;
        }
        first_ = name + where + " is " + number_text(v) + ", not " +
                 (low ? "above " + number_text(*p_.above) : "below " + number_text(*p_.below));
    }

    const Assert& p_;
    const Table& table_;
    std::string first_;
    std::size_t others_ = 0;
};

}  // namespace

StageDef assert_() {
    return assertion<Assert>("assert",
                             "Fails before anything is saved if a number of a table is out of bounds.")
        .example("mse below=10")
        .param("field", &Assert::field,
               "Field of the table to check, for each channel of each layer and tile, or for each entry of a "
               "list. "
               "found is the number of entries. all checks every field.",
               keyword("all"))
        .param("below", &Assert::below, "Upper bound: all numbers must be less than this.", keyword("none"))
        .param("above", &Assert::above, "Lower bound: all numbers must be greater than this.",
               keyword("none"))
        .check(wrong)
        .fits(misfit)
        .fault([](const Assert& p, const Table& table) { return Judge(p, table).fault(); });
}

}  // namespace sluice::stages

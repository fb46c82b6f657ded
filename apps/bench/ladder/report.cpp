#include "apps/bench/ladder/report.hpp"

#include "apps/bench/ladder/published.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace sluice::apps {
namespace {

const ImageSize& largest(const std::vector<Rung>& rungs) {
    return std::max_element(rungs.begin(), rungs.end(),
                            [](const Rung& a, const Rung& b) { return a.size.pixels() < b.size.pixels(); })
        ->size;
}

// Of one size, in the order of types and steps; the storages of a step beside each other.
std::vector<const Rung*> of_size(const std::vector<Rung>& rungs, const ImageSize& size) {
    std::vector<const Rung*> found;
    for (const Rung& rung : rungs)
        if (rung.size == size) found.push_back(&rung);
    std::stable_sort(found.begin(), found.end(), [](const Rung* a, const Rung* b) {
        return a->element != b->element ? a->element < b->element : a->step < b->step;
    });
    return found;
}

std::string label(const Rung& rung) {
    return rung.ladder->elements.size() > 1 ? type_of(rung.element).name : rung.step->name;
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

std::string head(const Rung& rung) {
    return "  " + padded(label(rung), 26) + padded(std::string(name(rung.storage)), 7);
}

std::vector<Published> papers(const Rung& rung) {
    return published(rung.ladder->name, rung.step->name, rung.element, rung.storage);
}

}  // namespace

std::string text(const Ladder& ladder, const std::vector<Rung>& rungs) {
    const ImageSize& size = largest(rungs);
    std::string out = std::string(ladder.name) + ": " + ladder.source + "\n\n" + "  " +
                      padded(size.text() + " elements", 33) +
                      "        us     GB/s    limit  x serial  published\n";
    const std::vector<const Rung*> at_largest = of_size(rungs, size);
    for (const Rung* rung : at_largest) {
        out += head(*rung);
        if (rung->not_run.empty()) {
            char numbers[80];
            std::snprintf(numbers, sizeof numbers, "%10.1f %8.2f %6.1f %% %9.3f", 1e3 * rung->time.ms(),
                          rung->rate(), 100 * rung->share(), rung->speed_up());
            out += numbers;
            std::string between = "  ";
            for (const Published& p : papers(*rung)) {
                out += between + p.text();
                between = ", ";
            }
        } else {
            out += " not run: " + rung->not_run;
        }
        out += "\n";
    }
    std::vector<ImageSize> sizes;
    for (const Rung& rung : rungs)
        if (std::find(sizes.begin(), sizes.end(), rung.size) == sizes.end()) sizes.push_back(rung.size);
    if (sizes.size() < 2) return out;
    out += "\n  " + padded("times the serial loop", 33);
    for (const ImageSize& s : sizes)
        out += std::string(s.text().size() < 10 ? 10 - s.text().size() : 1, ' ') + s.text();
    for (const Rung* rung : at_largest) {
        out += "\n" + head(*rung);
        for (const Rung& other : rungs) {
            if (other.step != rung->step || other.storage != rung->storage || other.element != rung->element)
                continue;
            char number[16] = "         -";
            if (other.not_run.empty()) std::snprintf(number, sizeof number, "%10.3f", other.speed_up());
            out += number;
        }
    }
    return out + "\n";
}

Json json_of(const Rung& rung) {
    Json object{{"ladder", rung.ladder->name},
                {"step", rung.step->name},
                {"kernel", std::string("ladder/") + rung.step->kernel + ".cl"},
                {"change", rung.step->change},
                {"type", type_of(rung.element).name},
                {"width", rung.size.width},
                {"height", rung.size.height},
                {"layers", rung.size.layers},
                {"storage", name(rung.storage)},
                {"finish", name(rung.step->finish)}};
    if (!rung.not_run.empty()) {
        object[rung.failed ? "failed" : "refused"] = rung.not_run;
        return object;
    }
    object.update(Json{{"groups", rung.groups},
                       {"local", rung.local},
                       {"kernel_ms", rung.time.kernel_ms},
                       {"finish_ms", rung.time.finish_ms},
                       {"ms", rung.time.ms()},
                       {"read_limit_ms", rung.limit_ms},
                       {"serial_ms", rung.serial_ms},
                       {"share_of_limit", rung.share()},
                       {"speed_up", rung.speed_up()}});
    return object;
}

Json published_json() {
    Json all = Json::array();
    for (const Published& p : published()) {
        Json object{{"ladder", p.ladder},         {"step", p.step},      {"type", type_of(p.element).name},
                    {"storage", name(p.storage)}, {"elements", p.count}, {"device", p.paper->device},
                    {"source", p.paper->source}};
        if (p.us > 0)
            object.update(Json{{"us", p.us},
                               {"limit_GBs", p.paper->limit},
                               {"limit_is", p.paper->limit_is},
                               {"share_of_limit", p.share()}});
        if (p.speed_up > 0) object["speed_up"] = p.speed_up;
        if (*p.note != '\0') object["note"] = p.note;
        all.push_back(std::move(object));
    }
    return all;
}

Chart chart(const Ladder& ladder, const std::vector<Rung>& rungs) {
    const ImageSize& size = largest(rungs);
    Chart chart{std::string(ladder.name) + ", " + size.text() + " elements",
                "share of the limit, %",
                "limit: a kernel that only reads; of papers, their memory",
                {"buffer", "image object"},
                {}};
    const auto series_of = [&](const Published& p) {
        const std::string name =
            p.paper->device + std::string(p.storage == Storage::image ? ", image object" : "");
        const auto found = std::find(chart.series.begin(), chart.series.end(), name);
        if (found == chart.series.end()) chart.series.push_back(name);
        return static_cast<std::size_t>(std::find(chart.series.begin(), chart.series.end(), name) -
                                        chart.series.begin());
    };
    const auto text_of = [](double us, double rate) {
        char text[64];
        std::snprintf(text, sizeof text, us < 10 ? "%.1f us, %.1f GB/s" : "%.0f us, %.1f GB/s", us, rate);
        return std::string(text);
    };
    const Rung* before = nullptr;
    for (const Rung* rung : of_size(rungs, size)) {
        if (before == nullptr || before->step != rung->step || before->element != rung->element)
            chart.groups.push_back({label(*rung)});
        before = rung;
        Chart::Group& group = chart.groups.back();
        if (rung->not_run.empty())
            group.bars.push_back({rung->storage == Storage::image ? 1u : 0u, 100 * rung->share(),
                                  text_of(1e3 * rung->time.ms(), rung->rate()), 100});
        else
            group.note = "not run: " + rung->not_run;
        for (const Published& p : papers(*rung))
            if (p.us > 0) group.bars.push_back({series_of(p), 100 * p.share(), text_of(p.us, p.rate()), 100});
    }
    for (Chart::Group& group : chart.groups)
        std::sort(group.bars.begin(), group.bars.end(),
                  [](const Chart::Bar& a, const Chart::Bar& b) { return a.series < b.series; });
    return chart;
}

Chart speed_up_chart(const std::vector<Rung>& rungs) {
    Chart chart{
        "The fastest step of each ladder, by size", "times the serial C++ loop", "the serial loop", {}, {}};
    std::map<std::string, std::map<std::string, const Rung*>> fastest;  // by size, by ladder
    for (const Rung& rung : rungs) {
        if (!rung.not_run.empty()) continue;
        const Rung*& best = fastest[rung.size.text()][rung.ladder->name];
        if (best == nullptr || rung.speed_up() > best->speed_up()) best = &rung;
    }
    for (const Ladder& ladder : ladders()) chart.series.emplace_back(ladder.name);
    for (const Rung& rung : rungs) {
        const std::string size = rung.size.text();
        if (std::any_of(chart.groups.begin(), chart.groups.end(),
                        [&](const auto& g) { return g.label == size; }))
            continue;
        Chart::Group group{size};
        for (std::size_t i = 0; i < chart.series.size(); ++i) {
            const auto best = fastest[size].find(chart.series[i]);
            if (best == fastest[size].end()) continue;
            char times[32];
            std::snprintf(times, sizeof times, "%.3g x, ", best->second->speed_up());
            group.bars.push_back({i, best->second->speed_up(), times + label(*best->second), 1});
        }
        chart.groups.push_back(std::move(group));
    }
    return chart;
}

}  // namespace sluice::apps

// The corpora as the program sees them, beside what the library reads of them.
#pragma once

#include "apps/options/spelled.hpp"
#include "io/read.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>

// Above this is one picture of the corpora, a bomb; it would take a minute.
constexpr std::size_t corpora_max_pixels = 20'000'000;

struct Picture {
    std::optional<sluice::HostImage> image;
    std::string refusal;  // why there is none

    explicit Picture(const std::string& path) {
        try {
            image = sluice::read(path, {.max_pixels = corpora_max_pixels});
        } catch (const sluice::Error& error) {
            refusal = error.message().in(sluice::apps::on_command_line);
        }
    }
    // No image object is so high; the program says so.
    bool too_high() const { return image && image->format().height > 16384; }
    // What a report says in its "error".
    nlohmann::json error() const { return image ? nlohmann::json() : nlohmann::json(refusal); }
};

// The reports of many files by their path.
using Reports = std::map<std::string, nlohmann::json>;
inline Reports by_path(const nlohmann::json& list) {
    Reports reports;
    for (const nlohmann::json& report : list) reports[report.at("path")] = report;
    return reports;
}

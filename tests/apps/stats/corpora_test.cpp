// sluice stats over real files of every kind: its numbers are the reference's.
#include "tests/apps/corpora.hpp"
#include "tests/apps/program.hpp"
#include "tests/apps/stats/entries.hpp"
#include "tests/corpora.hpp"

#include <doctest/doctest.h>

using nlohmann::json;

namespace {

const Asked asked{.group = "channel", .percentiles = {}, .bins = 16};

Reports stats(const std::string& storage) {
    std::vector<std::string> words = {"stats",     "-q",   "--max-pixels", std::to_string(corpora_max_pixels),
                                      "--storage", storage};
    for (const auto& path : corpus_files()) words.push_back(path.string());
    for (const std::string& word : asked.words()) words.push_back(word);
    const Outcome outcome = sluice_program(words);
    CHECK(outcome.code == 1);  // not all are pictures
    return by_path(outcome.json().at("files"));
}

}  // namespace

TEST_CASE("stats has for every file of the corpora the reference's numbers, on both storages") {
    if (no_corpora()) return;
    const Reports buffers = stats("buffer"), images = stats("image");
    CHECK(buffers.size() == corpus_files().size());
    CHECK(images.size() == corpus_files().size());
    std::size_t done = 0;
    for (const auto& entry : buffers) {  // clang 14 takes no parts of a pair into CAPTURE
        const auto& path = entry.first;
        const json& report = entry.second;
        CAPTURE(path);
        const Picture picture(path);
        const json& other = images.at(path);
        CHECK(report.at("error") == picture.error());
        if (picture.too_high())
            CHECK(other.at("error").get<std::string>().find("cannot be stored in an image object") !=
                  std::string::npos);
        else
            CHECK(other.at("error") == picture.error());
        if (!picture.image || !report.contains("statistics")) continue;
        ++done;
        check_entries(report.at("statistics"), *picture.image, asked);
        // Sums of floats may be made in another order.
        if (other != report && !picture.too_high())
            check_entries(other.at("statistics"), *picture.image, asked);
    }
    CHECK(done > 290);
}

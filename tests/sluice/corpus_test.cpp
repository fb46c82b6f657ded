// Real images, of every kind that can be read: what the device finds and makes equals the reference.
#include "io/read.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>
#include <sluice/sluice.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace sluice;

namespace {

// The pictures of the corpora that can be read, by path; those that cannot are the io floor's tests.
std::vector<std::filesystem::path> files() {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(SLUICE_TEST_CORPORA))
        for (const auto& entry : std::filesystem::recursive_directory_iterator(SLUICE_TEST_CORPORA))
            if (entry.is_regular_file() && entry.path().extension() != ".md") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

template <class Visit>
std::size_t for_each_image(const Visit& visit) {
    std::size_t count = 0;
    for (const std::filesystem::path& file : files()) {
        HostImage image;
        try {
            image = read(file.string(), {.max_pixels = 4'000'000});
        } catch (const Error&) {
            continue;
        }
        CAPTURE(file.string());
        CAPTURE(image.format().text());
        visit(image);
        ++count;
    }
    return count;
}

PlanOptions stored(StorageChoice storage) {
    PlanOptions options;
    options.storage = storage;
    return options;
}

void check_statistics(const Table& table, const HostImage& image) {
    const auto expected = reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::report}});
    REQUIRE(table.layout().channels.size() == expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c) {
        const reference::Statistics& e = expected[c];
        CAPTURE(e.name);
        CHECK(table.integer("count", c) == static_cast<Int128>(e.count));
        CHECK(table.integer("nonzero", c) == static_cast<Int128>(e.nonzero));
        if (e.empty()) continue;
        CHECK(table.real("min", c) == static_cast<double>(e.min));
        CHECK(table.real("max", c) == static_cast<double>(e.max));
        if (is_integer(image.format().pixel)) {
            CHECK(decimal(table.integer("sum", c)) == decimal(e.exact_sum));
            CHECK(decimal(table.integer("sum_sq", c)) == decimal(e.exact_sum_sq));
        } else {
            CHECK(std::fabs(mean(table, c) - static_cast<double>(e.mean)) <=
                  1e-6 * std::fabs(static_cast<double>(e.mean)));
            CHECK(std::fabs(standard_deviation(table, c) - static_cast<double>(e.std)) <=
                  1e-6 * static_cast<double>(e.std) + 1e-30);
        }
    }
}

}  // namespace

TEST_CASE("statistics of every picture of the corpora equal the reference on both storages") {
    if (files().empty()) return report_skip("there are no corpora beside the project");
    const Device device = Device::pick();
    const Graph graph = Graph::from_chain("reduce alpha=report quantities=count,min,max,sum,sum_sq,nonzero");
    const std::size_t count = for_each_image([&](const HostImage& image) {
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            Session session(Plan(graph, image.format(), device, stored(storage)));
            check_statistics(session.submit(image.view()).table("reduce"), image);
        }
    });
    CHECK(count > 250);
}

TEST_CASE("every picture of the corpora is normalized as the reference does it, on both storages") {
    if (files().empty()) return report_skip("there are no corpora beside the project");
    const Device device = Device::pick();
    const Graph graph = Graph::from_chain("normalize");
    const std::size_t count = for_each_image([&](const HostImage& image) {
        const HostImage expected = reference::minmax(image.view()).image;
        const double float_error = std::ldexp(image.format().white_value(), -22);
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            Session session(Plan(graph, image.format(), device, stored(storage)));
            const auto difference =
                reference::compare(session.submit(image.view()).read().view(), expected.view(),
                                   {0, is_integer(image.format().pixel) ? 0 : float_error});
            CHECK_MESSAGE(difference.none(), difference.text);
        }
    });
    CHECK(count > 250);
}

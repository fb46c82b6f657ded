// Holds graphs with stages that read neighbours against the references of their stages, in every way that
// must give the same bytes.
#pragma once

#include "tests/property/reference_graph.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/samples.hpp"
#include "tests/row_padding.hpp"
#include "tests/stages/support.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice::test {

using reference::bit_difference;
using Images = std::map<std::string, HostImage>;  // by the id of the input

inline Images image(const ImageFormat& format, const reference::RandomOptions& random = {}) {
    Images images;
    images.emplace("input", reference::random_image(format, random));
    return images;
}

inline SourceFormats formats_of(const Images& images) {
    SourceFormats formats;
    for (const auto& [id, image] : images) formats[id] = image.format();
    return formats;
}

// What a chain makes of a small image.
inline reference::Samples of(const std::string& chain, const HostImage& src) {
    return reference::samples_of(run(chain, src.view()).image.view());
}

// A grey image of 8 bit, row by row.
inline HostImage grid(std::size_t width, const reference::Samples& samples) {
    HostImage image({width, samples.size() / width, 1, Pixel::u8});
    for (std::size_t i = 0; i < samples.size(); ++i)
        set_sample(image.view(), i % width, i / width, 0, samples[i]);
    return image;
}

// Limits under which a graph goes through in strips of so many rows of its highest image, or of fewer;
// nullopt where memory for fewer rows is not less.
inline std::optional<PlanOptions> in_strips_of(std::size_t rows, const std::string& chain,
                                               const Images& images, PlanOptions options) {
    const Graph graph = Graph::from_chain(chain);
    std::size_t strips = 0;
    for (;;) {
        try {
            const ExecutionPlan plan = *Plan(graph, formats_of(images), device(), options).execution;
            std::size_t height = 0;
            for (const Primitive& node : plan.graph.nodes)
                if (node.format) height = std::max(height, node.format->height);
            if (plan.strips > 1 && plan.strips * rows >= height) return options;
            strips = plan.strips;
            options.limit_memory = plan.peak_bytes - 1;
        } catch (const Error&) {
            if (strips == 0) throw;
            return std::nullopt;
        }
    }
}

struct Found {
    std::map<std::string, HostImage> images;  // by the id of the output
    std::map<std::string, Table> tables;
};

inline Found found(const std::string& chain, const Images& images, const PlanOptions& options) {
    std::map<std::string, SubmittedImage> submitted;
    for (const auto& [id, image] : images) submitted[id] = image.view();
    Session session(Plan(Graph::from_chain(chain), formats_of(images), device(), options),
                    {.frames_in_flight = 1});
    CHECK(beyond_rows(session.plan()) == "");
    Found found;
    for (int again = 0; again < 2; ++again) {  // then in memory that a frame used before
        Frame frame = session.submit(submitted);
        for (const Primitive& node : session.plan().graph.nodes)
            if (node.is(Kind::sink)) found.images[node.id] = frame.read(node.id);
        for (const ObservedTable& table : session.plan().observed)
            found.tables.insert_or_assign(table.name, frame.table(table.name));
    }
    return found;
}

inline void check_same(const Found& a, const Found& b) {
    for (const auto& [id, image] : b.images) {
        CAPTURE(id);
        CHECK(bit_difference(a.images.at(id), image) == "");
    }
    for (const auto& [name, table] : b.tables) {
        const Table& other = a.tables.at(name);
        REQUIRE(other.layout() == table.layout());
        REQUIRE(other.found() == table.found());
        for (const Field& field : table.layout().fields)
            for (std::size_t row = 0; row < table.rows(); ++row)
                for (std::size_t c = 0; c < (field.per_channel ? table.layout().channels.size() : 1); ++c)
                    for (std::size_t i = 0; i < field.count; ++i) {
                        CAPTURE(field.name);
                        CHECK(other.real(field.name, c, row, i) ==
                              doctest::Approx(table.real(field.name, c, row, i)).epsilon(1e-9));
                    }
    }
}

// Each further way is a kernel more to compile.
inline std::vector<Way> all_kernels() {
    return {way(StorageChoice::image, 1, 64), way(StorageChoice::buffer, 4, 1, false),
            way(StorageChoice::image, 0, 64), way(StorageChoice::natural, 0, 64)};
}

// What the device gives is right by the references of the stages, and the same to the byte in `ways` and in
// strips of so many rows.
inline void check_neighbours(const std::string& chain, const Images& images,
                             const std::vector<std::size_t>& strips = {2},
                             const std::vector<Way>& ways = {}) {
    CAPTURE(chain);
    for (const auto& [id, image] : images) {
        CAPTURE(image.format().text());
        CHECK(image.format().width > 0);
    }
    const PlanOptions plain = way(StorageChoice::buffer).options;
    const Found first = found(chain, images, plain);
    Diagnostics faults;
    const CheckedGraph checked =
        sluice::check(Graph::from_chain(chain), builtin_stages(), faults, {.open_ends = true});
    faults.throw_if_errors();
    const property::ReferenceGraph reference(checked, images);
    for (const auto& [id, image] : first.images) {
        CAPTURE(id);
        CHECK(reference.wrong_image(id, image.view()) == "");
    }
    for (const std::string& id : reference.tables())
        CHECK(reference.wrong_table(id, first.tables.at(id)) == "");
    for (const Way& other : ways) {
        CAPTURE(other.name);
        check_same(found(chain, images, other.options), first);
    }
    for (const std::size_t rows : strips) {
        CAPTURE(rows);
        const PlanOptions& options = ways.empty() || rows == 2 ? plain : ways.front().options;
        if (const auto cut = in_strips_of(rows, chain, images, options))
            check_same(found(chain, images, *cut), first);
    }
}

}  // namespace sluice::test

// The kinds of stages: what each declares beside what all do. A new kind is a struct here with an entry in
// `OfKind` and a builder in stage_builder.hpp; the compiler then names each place that has to know it.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/shrunk.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/graph/gather.hpp"
#include "pipeline/graph/reduction.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

enum class Kind { source, sink, point, gather, reduce, table, host, composition, assertion };
template <>
inline constexpr std::array<std::string_view, 9> names_of<Kind>{
    "source", "sink", "point", "gather", "reduce", "table", "host", "composition", "assertion"};

// What a stage is told when it is asked about formats: its checked parameters and its inputs, one
// entry for each input port; an unconnected port and a port of the other type have nullopt.
struct StageInputs {
    const Values& values;
    std::vector<std::optional<ImageFormat>> images;
    std::vector<std::optional<TableLayout>> tables;

    const ImageFormat& image(std::size_t port = 0) const { return images.at(port).value(); }
    const TableLayout& table(std::size_t port = 0) const { return tables.at(port).value(); }
};

// A function in OpenCL C: kernels/<file>.cl holds `name`, which starts with the file's stem; or a text that
// the stage brings along, which goes by that name.
struct KernelFunction {
    std::string file;
    std::string name;
};

// A number that the host derives from parameters and formats and that a function takes by name.
struct Constant {
    std::string name;
    double value;
};

// How a kind that computes in OpenCL C calls its function.
struct KernelCall {
    std::function<KernelFunction(const StageInputs&)> function;
    std::shared_ptr<const std::string> text = {};  // of all of its functions, where the stage brings it along
    // The numbers that it takes beside parameters.
    std::function<std::vector<Constant>(const StageInputs&)> constants = [](const StageInputs&) {
        return std::vector<Constant>();
    };
};

// What a caller sees who observes a Table: quantities of a Reduce, fields of a Table. Where it names none:
// all fields of a Table, those of a Reduce that stages read; then a batch does not tell them. Takes Values
// that may be empty.
using ObservedFields = std::function<std::vector<std::string>(const Values&)>;
inline std::vector<std::string> observes_none(const Values&) { return {}; }

// The run calls the functions of Sources and Sinks on its own threads. `warn` takes messages for the user;
// failures throw Error(input). They are not set where an application gives and takes the images.
struct SourceDef {
    static constexpr Kind kind = Kind::source;
    // Opens the file. One that has a choice of smaller images (ImageHeader::smaller) is of a stage with a
    // parameter `shrink`: who chooses writes the number there, as text, for whoever opens the file again.
    std::function<std::unique_ptr<ImageFile>(const Values&)> open;
};

struct SinkDef {
    static constexpr Kind kind = Kind::sink;
    // The format in which it wants its image; the planner inserts a convert where it differs. Throws
    // Error(usage) that names the way out where there is none.
    std::function<ImageFormat(const Values&, const ImageFormat&)> wants;
    std::function<void(const Values&, const ConstHostView&, const Metadata&, const Warn& warn)> encode;
    // Bytes of the host, at most, that encoding an image of that format takes beside the image.
    std::function<std::size_t(const Values&, const ImageFormat&)> memory =
        [](const Values&, const ImageFormat&) { return std::size_t{0}; };
    // The same row by row; `rows` says whether that can be done, and is asked first.
    std::function<RowMemory(const Values&, const ImageFormat&)> rows = [](const Values&, const ImageFormat&) {
        return RowMemory{"it is an image of the application's"};
    };
    std::function<std::unique_ptr<RowWriter>(const Values&, const ImageFormat&, const Metadata&,
                                             const Warn& warn)>
        open;
    // Whether a file that begins with these bytes (64 KiB, or all of it) is of the format that `encode` would
    // write: then an image that nothing has changed may be kept as that file.
    std::function<bool(const Values&, std::span<const std::uint8_t> head)> writes_such =
        [](const Values&, std::span<const std::uint8_t>) { return false; };
};

// What a Point does with the alpha lane: copied bit for bit (rescaled when the pixel type changes),
// or run through the function like a colour.
enum class AlphaLane { keep, apply };

// Images -> Image, pixel by pixel.
struct PointDef {
    static constexpr Kind kind = Kind::point;
    KernelCall call;
    // The format of its output.
    std::function<ImageFormat(const StageInputs&)> infer = [](const StageInputs& in) { return in.image(); };
    std::function<AlphaLane(const Values&)> alpha = [](const Values&) { return AlphaLane::keep; };
    // Whether its function never turns back, so that a larger value never gives a smaller result (or never a
    // larger one), whatever its parameters and Tables; then minima and maxima commute with it.
    bool monotone = false;
    // Whether its function is v * a + b but for rounding to its pixel type; then sums commute with it.
    bool affine = false;
    // Whether its function makes finite numbers of integers, whatever its parameters and Tables.
    bool finite_of_integers = false;
    // Whether its function finds the row of a pixel's tile itself, in a TABLE that begins with the first tile
    // of its layer; else its Tables have one row for each layer.
    bool by_tiles = false;
};

// Image -> Image, possibly of another size, by reading neighbours in one of three ways: `taps` weighs columns
// and rows; a function reads AT(src, dx, dy) within `reach`; a function reads TEXEL(src, x, y), or
// SAMPLE(src, x, y) between pixels, within the `footprint` of a rectangle of the result. Of further images,
// which have the size of the result, a function is given the pixel at its place.
struct GatherDef {
    static constexpr Kind kind = Kind::gather;
    KernelCall call;
    // The format of its output.
    std::function<ImageFormat(const StageInputs&)> infer = [](const StageInputs& in) { return in.image(); };
    // What stands outside of the image.
    std::function<Border(const Values&)> border = [](const Values&) { return Border{}; };
    // One of these.
    std::function<Separable(const StageInputs&)> taps;
    std::function<Reach(const StageInputs&)> reach;
    std::function<Area(const StageInputs&, const Area& of)> footprint;  // may lie outside of the image
    // What its function finds in its window, where that is a value of some rank: there are faster ways.
    std::function<RankFilter(const StageInputs&)> rank_filter;
    // Where each pixel comes from, where it is one as it is: its footprint, and constants that its function
    // takes, are then made of this (GatherBuilder::move).
    std::function<Move(const StageInputs&)> move;
    // The parameters of two that follow each other, one along rows and one along columns, and find the same.
    std::function<std::optional<std::array<Values, 2>>(const StageInputs&)> lines;
    // How its function samples, where it does.
    std::function<Sampling(const Values&)> sampling;
    // The parameters that are others where its image is read smaller, so that it makes nearly the same of
    // it; nullopt: it needs all of it. Not asked where it takes further images.
    std::function<std::optional<Values>(const StageInputs&, const Shrunk&)> of_smaller =
        [](const StageInputs&, const Shrunk&) { return std::nullopt; };
};

// Image -> Table.
struct ReduceDef {
    static constexpr Kind kind = Kind::reduce;
    std::function<Reduction(const StageInputs&)> reduction;
    ObservedFields observed = observes_none;
};

// Tables -> Table, a small kernel; or numbers that the host has before a pixel is read.
struct TableDef {
    static constexpr Kind kind = Kind::table;
    KernelCall call;  // may take `TABLE previous`: its own as the frame before made it; at first all zero
    std::function<TableLayout(const StageInputs&)> layout;  // of its output
    // Set: fills a Table of that layout, all zero, in the place of a kernel. It takes no Tables.
    std::function<void(const StageInputs&, Table&)> given;
    // Work-items for each row and channel; its function is called by all of them, as number `item` of
    // `items`, with `scratch`, an ulong for each.
    std::size_t items = 1;
    // Said for an image, once, when its function raises the status flag; "" = it never does.
    std::string warning;
    ObservedFields observed = observes_none;
};

// Images -> Image by a function of the host, for what has no kernel. Its images come down, the function runs,
// and what it made goes up.
struct HostDef {
    static constexpr Kind kind = Kind::host;
    // The format of its output.
    std::function<ImageFormat(const StageInputs&)> infer = [](const StageInputs& in) { return in.image(); };
    // Reads whole images, one for each input port (where none is connected, its data is null), and writes all
    // of `dst`. Samples of a pixel are adjacent, colours are rgb, rows have a pitch. What it throws fails the
    // frame. A thread of the Session calls it, for one frame after the other in the order of submit(); those
    // of several Sessions call it at once.
    std::function<void(const Values&, const std::vector<ConstHostView>& images, const HostView& dst)> compute;
};

// What a composition is made of. Nodes that it adds are named "<its id>.<name>".
class SLUICE_API Expansion {
public:
    virtual ~Expansion() = default;

    // An output of a node added before, or an input of the composition.
    struct Edge {
        int node = -1;  // -1: an input of the composition
        int port = 0;
    };
    virtual const StageInputs& inputs() const = 0;
    virtual std::optional<Edge> input(std::size_t port = 0) const = 0;  // nullopt when not connected
    virtual ImageFormat format(Edge edge) const = 0;                    // of an image
    // Adds a stage; `values` need not name parameters that keep their default.
    virtual Edge add(const std::string& stage, const std::string& name, Values values,
                     const std::vector<std::optional<Edge>>& from) = 0;
    virtual void output(Edge edge, std::size_t port = 0) = 0;  // once for each output port
};

// Stages that it is made of.
struct CompositionDef {
    static constexpr Kind kind = Kind::composition;
    std::function<void(Expansion&)> expand;
};

// Table -> nothing: looked at by the host when it has come down with its frame, before a Sink's image is
// saved.
struct AssertionDef {
    static constexpr Kind kind = Kind::assertion;
    // Why the Table cannot be looked at: "" or what would be right. Asked when a pipeline is planned.
    std::function<std::string(const Values&, const TableLayout&)> refuse;
    // "" or what is wrong with the Table: then its frame fails. May be called by any thread.
    std::function<std::string(const Values&, const Table&)> fault;
};

using OfKind = std::variant<SourceDef, SinkDef, PointDef, GatherDef, ReduceDef, TableDef, HostDef,
                            CompositionDef, AssertionDef>;
static_assert(std::variant_size_v<OfKind> == names_of<Kind>.size());

}  // namespace sluice

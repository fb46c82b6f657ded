// The kinds of stages, and what a stage of each kind declares in addition to StageDef. To add a kind, add a
// struct here, an entry in `OfKind` and a builder in stage_builder.hpp; the compiler then reports every other
// place.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/core/image_writer.hpp"
#include "pipeline/core/shrunk.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/gather.hpp"
#include "pipeline/graph/reduction.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

enum class Kind {
    source,
    sink,
    point,
    gather,
    reduce,
    table,
    sequence,
    host,
    composition,
    measured,
    assertion
};
template <>
inline constexpr std::array<std::string_view, 11> names_of<Kind>{
    "source",   "sink", "point",       "gather",   "reduce",   "table",
    "sequence", "host", "composition", "measured", "assertion"};

// The checked parameters and the inputs of a stage. `images` and `tables` have one entry per input port,
// which is nullopt if the port is not connected or has the other type. `origins` has the path of the file
// that an image comes from, which is "" if there is none. If several images were combined, it is that of the
// first. Compositions have it; a stage whose result depends on it says so (StageDef::reads_origin).
struct StageInputs {
    const Values& values;
    std::vector<std::optional<ImageFormat>> images;
    std::vector<std::optional<TableLayout>> tables;
    std::vector<std::string> origins = {};

    const ImageFormat& image(std::size_t port = 0) const { return images.at(port).value(); }
    const TableLayout& table(std::size_t port = 0) const { return tables.at(port).value(); }
    std::string origin(std::size_t port = 0) const { return port < origins.size() ? origins[port] : ""; }
};

// A function in OpenCL C. It is in kernels/<file>.cl, or in a text that the stage provides under this name.
// `name` starts with `file`.
struct KernelFunction {
    std::string file;
    std::string name;
};

// A number that the host computes from parameters and formats. A function in OpenCL C takes it as an argument
// of this name.
struct Constant {
    std::string name;
    double value;
};

// How a stage calls its function in OpenCL C.
struct KernelCall {
    std::function<KernelFunction(const StageInputs&)> function;
    std::shared_ptr<const std::string> text = {};  // the source code, if the stage provides it
    // The text is not trusted: AT, TEXEL and SAMPLE are always checked (PlanOptions::check_reads), and reads
    // of Tables stay inside of them.
    bool checked = false;
    // Arguments in addition to the parameters.
    std::function<std::vector<Constant>(const StageInputs&)> constants = [](const StageInputs&) {
        return std::vector<Constant>();
    };
};

// The fields of a Table that a caller sees who observes it. If there are none, the caller sees all fields of
// a table stage, or those of a reduction that other stages read, and a batch does not report them. The Values
// may be empty.
using ObservedFields = std::function<std::vector<std::string>(const Values&)>;
inline std::vector<std::string> observes_none(const Values&) { return {}; }

class Expansion;

// A run calls the functions of Sources and Sinks, and of the handles that they open, on its own threads. They
// are not set if the application passes images in and takes results out.
struct SourceDef {
    static constexpr Kind kind = Kind::source;
    // Opens the file. If the file can be read smaller (ImageHeader::smaller), the stage must have a parameter
    // `shrink`. The planner stores its choice there, as text, for when the file is opened again.
    std::function<std::unique_ptr<ImageFile>(const Values&)> open;
    // Adds stages behind the Source, as a composition does. Its input is the image that `open` gives; its
    // output is what the pipeline gets. Not set: the image as it is. A Session opens such a Source itself,
    // once; an application passes no image for it.
    std::function<void(Expansion&)> expand = {};
};

struct SinkDef {
    static constexpr Kind kind = Kind::sink;
    // Adds stages in front of the Sink, as a composition does. Their output is what the Sink gets; it has
    // none itself. Not set: the image as it is. What the Sink cannot take is refused by `wants`.
    std::function<void(Expansion&)> expand;
    // The format that the Sink needs for an image of the given format. If they differ, the planner inserts a
    // convert, which converts colours to sRGB if only the given format has a profile. Throws Error(usage)
    // with a remedy if the Sink cannot take the image.
    std::function<ImageFormat(const Values&, const ImageFormat&)> wants;
    // Returns a handle that writes an image of the format, which must be a result of wants().
    std::function<std::unique_ptr<ImageWriter>(const Values&, const ImageFormat&)> open;
};

// How a point stage treats alpha. keep: copies it (rescaled if the pixel type changes). apply: passes it
// through the function, like a colour.
enum class AlphaLane { keep, apply };

// Images -> image, pixel by pixel.
struct PointDef {
    static constexpr Kind kind = Kind::point;
    KernelCall call;
    // The format of the result.
    std::function<ImageFormat(const StageInputs&)> infer = [](const StageInputs& in) { return in.image(); };
    std::function<AlphaLane(const Values&)> alpha = [](const Values&) { return AlphaLane::keep; };
    // The function is monotonic for all parameters and Tables: it never decreases, or never increases. Minima
    // and maxima then commute with it.
    bool monotone = false;
    // The function is v * a + b, apart from rounding to the pixel type. Sums then commute with it.
    bool affine = false;
    // The function maps integers to finite numbers, for all parameters and Tables.
    bool finite_of_integers = false;
    // The function itself finds the row for a pixel's tile; its TABLE begins with the first tile of the
    // layer. If false, its Tables have one row per layer.
    bool by_tiles = false;
};

// Image -> image, possibly of another size, by reading neighbours. There are three forms:
// - `taps`: a separable filter with weights for columns and rows.
// - `reach`: a function reads AT(src, dx, dy) within this distance.
// - `footprint`: a function reads TEXEL(src, x, y), or SAMPLE(src, x, y) between pixels. The footprint is the
//   region that it reads for a rectangle of the result. From an image of one layer, it may make several.
// Further input images have the size of the result. The function gets their pixel at its own position.
struct GatherDef {
    static constexpr Kind kind = Kind::gather;
    KernelCall call;
    // The format of the result.
    std::function<ImageFormat(const StageInputs&)> infer = [](const StageInputs& in) { return in.image(); };
    // The pixels outside of the image.
    std::function<Border(const Values&)> border = [](const Values&) { return Border{}; };
    // Exactly one of these three is set.
    std::function<Separable(const StageInputs&)> taps;
    std::function<Reach(const StageInputs&)> reach;
    std::function<Area(const StageInputs&, const Area& of)> footprint;  // may extend beyond the image
    // Set if the function computes a rank filter, so that faster algorithms can be used.
    std::function<RankFilter(const StageInputs&)> rank_filter;
    // Set if it adds up all pixels up to each. The footprint is then derived from this
    // (GatherBuilder::prefix_sums).
    std::function<PrefixSums(const StageInputs&)> prefix_sums;
    // Set if each pixel is a pixel of the image, unchanged. The footprint, and constants that the function
    // takes, are then derived from this (GatherBuilder::move).
    std::function<Move(const StageInputs&)> move;
    // The parameters of two successive stages, one along rows and one along columns, with the same result.
    // nullopt: there are none.
    std::function<std::optional<std::array<Values, 2>>(const StageInputs&)> lines;
    // Set if the function calls SAMPLE: how it interpolates.
    std::function<Sampling(const Values&)> sampling;
    // If the image is read smaller: the parameters that must change for nearly the same result. nullopt: the
    // stage needs the whole image. Not called if the stage has further input images.
    std::function<std::optional<Values>(const StageInputs&, const Shrunk&)> of_smaller =
        [](const StageInputs&, const Shrunk&) { return std::nullopt; };
};

// Image -> Table: measures an image.
struct ReduceDef {
    static constexpr Kind kind = Kind::reduce;
    std::function<Reduction(const StageInputs&)> reduction;
    ObservedFields observed = observes_none;
};

// Tables -> Table, by a small kernel; or a Table that the host knows before any pixel is read.
struct TableDef {
    static constexpr Kind kind = Kind::table;
    KernelCall call;  // may take `TABLE previous`: its Table of the frame before; all 0 for the first frame
    std::function<TableLayout(const StageInputs&)> layout;  // of the result
    // Whether `layout` says how many rows there are. Otherwise, there is one for each row of the input
    // Tables.
    bool own_rows = false;
    // If set, fills the Table on the host instead of running a kernel. All values of the Table are 0 before.
    // The stage then has no input Tables.
    std::function<void(const StageInputs&, Table&)> given;
    // Work-items per row and channel. Each of them calls the function with its number `item`, with `items`,
    // and with `scratch`, which has one ulong per work-item.
    std::size_t items = 1;
    // Reported once per image if the function sets the status flag; "" = it never does.
    std::string warning;
    ObservedFields observed = observes_none;
};

// How the work-items of a device are best used.
struct Workers {
    bool along = true;  // one work-item processes many pixels in a row, as on CPUs
    std::size_t compute_units = 1;
    std::size_t most_in_group = 1;  // work-items
};

// One kernel of a sequence: each work-item calls a function. `items` is rounded up to whole groups.
struct SequenceKernel {
    std::string function;  // in the text of the stage
    std::size_t items = 1;
    std::size_t group = 1;  // work-items of a group
};
// Memory of one frame that the kernels of a sequence share. Functions take it as `__global uint *<name>`.
struct SequenceScratch {
    std::string name;
    std::size_t bytes = 0;
    bool zeroed = false;  // before the first kernel of each frame
};
struct SequencePlan {
    std::vector<SequenceKernel> kernels;
    std::vector<SequenceScratch> scratch = {};
    std::vector<Constant> constants = {};  // further ones, which depend on the workers
};

// Images, Tables -> image or Table, by kernels that run one after the other, because later ones need what
// earlier ones found anywhere in the image. The images have one channel and one layer, and lie in memory as a
// whole. A function takes by name
// - `PICTURE <port>`: an image. <port>_row(y) points to a row of <port>_pixel; `.width` and `.height`;
// - `TABLE <port>`, parameters and constants, as the function of a Table stage does;
// - `uint item`, `uint items`: its number, and the number of all work-items that call it;
// - scratch memory, and `__global uint *status` for the warning.
// Groups may run in any order, one after the other. A list (TableLayout::list) must have the same entries in
// the same order on every device; its kernels set <port>_found().
struct SequenceDef {
    static constexpr Kind kind = Kind::sequence;
    KernelCall call;  // its function names the text; `name` is not used
    // Exactly one of these two is set: the format of the image, or the layout of the Table.
    std::function<ImageFormat(const StageInputs&)> infer;
    std::function<TableLayout(const StageInputs&)> layout;
    std::function<SequencePlan(const StageInputs&, const Workers&)> plan;
    // Reported once per image if a function sets the status flag; "" = it never does.
    std::string warning;
    ObservedFields observed = observes_none;
};

// Images -> image, by a function on the host. sluice downloads the images, calls the function and uploads the
// result.
struct HostDef {
    static constexpr Kind kind = Kind::host;
    // The format of the result.
    std::function<ImageFormat(const StageInputs&)> infer = [](const StageInputs& in) { return in.image(); };
    // Gets whole images, one per input port (with null data if the port is not connected), and writes all of
    // `dst`. Pixels are interleaved, colours are rgb, and rows have a pitch. If it throws, the frame fails. A
    // thread of the Session calls it, for one frame after the other in the order of submit(). Several
    // Sessions call it at the same time.
    std::function<void(const Values&, const std::vector<ConstHostView>& images, const HostView& dst)> compute;
};

// Lets a composition add the stages that it consists of. The nodes that it adds are named "<its id>.<name>".
class SLUICE_API Expansion {
public:
    virtual ~Expansion() = default;

    // An output of a node that was added before, or an input of the composition.
    struct Edge {
        int node = -1;  // -1: an input of the composition
        int port = 0;
    };
    virtual const StageInputs& inputs() const = 0;
    virtual std::optional<Edge> input(std::size_t port = 0) const = 0;  // nullopt if not connected
    virtual ImageFormat format(Edge edge) const = 0;                    // of an image
    // Whether one work-item processes many pixels in a row, as on CPUs. A composition may expand to other
    // stages then, but its results must be the same.
    virtual bool goes_along() const = 0;
    // Adds a stage. Parameters that are not in `values` have their defaults.
    virtual Edge add(const std::string& stage, const std::string& name, Values values,
                     const std::vector<std::optional<Edge>>& from) = 0;
    virtual void output(Edge edge, std::size_t port = 0) = 0;  // call it once for each output port
};

// A stage that consists of other stages.
struct CompositionDef {
    static constexpr Kind kind = Kind::composition;
    std::function<void(Expansion&)> expand;
};

// A stage of the registry that takes the place of another one, and its parameters. Those that are left out
// have their defaults. It takes the inputs of the other one.
struct StandIn {
    std::string stage;
    Values values = {};
    std::string warning = {};  // about the image; "" = none
};

// Images -> image of a size that follows from their pixels. No plan has such a stage: others stand in for it
// (measured.hpp). First, `measures` and everything before it run by themselves, and the host reads the Table.
// What the stage becomes is then planned as if the pipeline had named it. Elsewhere statistics stay on the
// device; here the host reads some because it allocates memory for the result. Compositions cannot add such a
// stage.
struct MeasuredDef {
    static constexpr Kind kind = Kind::measured;
    // Gives the Table. It sees the formats of the images when it expands.
    std::function<StandIn(const Values&)> measures;
    // Gives the result.
    std::function<StandIn(const Values&, const Table&)> becomes;
    // Gives a result of the largest size that there may be, and needs as much memory as any. For forecasts.
    std::function<StandIn(const Values&)> largest;
};

// Table -> nothing: checks a Table on the host, when the frame has been downloaded and before any image is
// saved.
struct AssertionDef {
    static constexpr Kind kind = Kind::assertion;
    // Why a Table of this layout cannot be checked, and what would be right; or "". Called when the pipeline
    // is planned.
    std::function<std::string(const Values&, const TableLayout&)> refuse;
    // What is wrong with the Table, so that the frame fails; or "". May be called from any thread.
    std::function<std::string(const Values&, const Table&)> fault;
};

using OfKind = std::variant<SourceDef, SinkDef, PointDef, GatherDef, ReduceDef, TableDef, SequenceDef,
                            HostDef, CompositionDef, MeasuredDef, AssertionDef>;
static_assert(std::variant_size_v<OfKind> == names_of<Kind>.size());

}  // namespace sluice

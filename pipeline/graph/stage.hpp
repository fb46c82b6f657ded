// The declaration of a stage: the one place where its name, ports, parameters and behaviour stand.
// Help, pages, the JSON Schema, messages and contract tests are made from it. A value: no OpenCL, no
// state; every function in it is pure, so that checking and planning can call it as often as they like.
// stage_builder.hpp has the words in which stages write it.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/warn.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

enum class Kind { source, sink, point, reduce, table, composition };
template <>
inline constexpr std::array<std::string_view, 6> names_of<Kind>{"source", "sink",  "point",
                                                                "reduce", "table", "composition"};

struct PortDecl {
    enum class Type { image, table };

    std::string name;
    std::string doc;
    Type type = Type::image;
    bool optional = false;
    std::vector<std::string> fields;  // of a table: those that the stage reads or writes
};

// What a stage is told when it is asked about formats: its checked parameters and its inputs, one
// entry for each input port; an unconnected port and a port of the other type have nullopt.
struct StageInputs {
    const Values& values;
    std::vector<std::optional<ImageFormat>> images;
    std::vector<std::optional<TableLayout>> tables;

    const ImageFormat& image(std::size_t port = 0) const { return images.at(port).value(); }
    const TableLayout& table(std::size_t port = 0) const { return tables.at(port).value(); }
};

// A function in OpenCL C: kernels/<file>.cl holds `name`, which starts with the file's stem.
struct KernelFunction {
    std::string file;
    std::string name;
};

// A number that the host derives from parameters and formats and that a function takes by name.
struct Constant {
    std::string name;
    double value;
};

// What a Point does with the alpha lane: copied bit for bit (rescaled when the pixel type changes),
// or run through the function like a colour.
enum class AlphaLane { keep, apply };

// What a Reduce counts, and how its channels are grouped.
enum class Group { channel, joint, luma };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Group>{"channel", "joint", "luma"};
enum class AlphaRule {
    exclude,  // alpha is no channel of the statistics
    include,  // it is one
    visible,  // it is none, and pixels with alpha 0 are not counted
    report,   // it is one beside the colours, and never joint with them
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<AlphaRule>{"exclude", "include", "visible",
                                                                     "report"};
// Into how many tiles an image, or a region, is cut.
struct Grid {
    std::size_t across = 1, down = 1;
    bool operator==(const Grid&) const = default;
};
// A digit of a value's key, an unsigned number in the order of the values: v - lowest of integers, the bits
// of a float turned so that they rise with it. Its bits are 8 or 16 of small integers, 32, or 64.
struct Digit {
    std::size_t shift = 0, bits = 8;  // its lowest bit, and how many it has
    // Values whose key has one of these prefixes above the digit are counted, for each prefix in bins of its
    // own; they are the field `prefix` of the Table at the third input port. 0: all values are.
    std::size_t prefixes = 0;
};
struct Reduction {
    Group group = Group::channel;
    AlphaRule alpha = AlphaRule::exclude;
    std::optional<Rect> region;  // nothing outside is counted
    std::optional<Grid> grid;    // of the area: a row of the Table for each tile
    std::optional<Rect> area;    // that the grid cuts, inside of the image or not; the region when not set
    std::size_t bins = 0;        // of a histogram; 0 = none
    // What the bins cover, both ends included; nullopt: all values of an integer type, [0, white] of floats.
    std::optional<std::array<double, 2>> range;
    std::optional<Digit> digit;  // what bins count in the place of a range
    bool whole_luma = false;     // luma of integers is rounded half to even, exactly
};

// What a composition is made of. Nodes that it adds are named "<its id>.<name>".
class Expansion {
public:
    virtual ~Expansion() = default;

    // An output of a node added before, or an input of the composition.
    struct Edge {
        int node = -1;  // -1: an input of the composition
        int port = 0;
    };
    virtual const StageInputs& inputs() const = 0;
    virtual std::optional<Edge> input(std::size_t port = 0) const = 0;  // nullopt when not connected
    virtual const ImageFormat& format(Edge edge) const = 0;             // of an image
    // Adds a stage; `values` need not name parameters that keep their default.
    virtual Edge add(const std::string& stage, const std::string& name, Values values,
                     const std::vector<std::optional<Edge>>& from) = 0;
    virtual void output(Edge edge, std::size_t port = 0) = 0;  // once for each output port
};

// The host side of a Source and of a Sink: what the run calls on its own threads. `warn` takes
// messages for the user; failures throw Error(input).
struct SourceHost {
    std::function<ImageFormat(const Values&)> probe;  // reads a header
    std::function<HostImage(const Values&, const Destination& wanted, const Warn&)> decode;
};
struct SinkHost {
    std::function<void(const Values&, const ConstHostView&, const Metadata&, const Warn&)> encode;
};

struct StageDef {
    std::string name;
    std::string summary;  // one sentence
    Kind kind = Kind::point;
    bool internal = false;  // a part of compositions, left out of lists for users
    std::vector<PortDecl> inputs;
    std::vector<PortDecl> outputs;
    std::vector<ParamDecl> params;  // the first one may be written as a bare word in a chain

    // Checks that need more than one parameter. Returns "" or what is wrong and what would be right.
    std::function<std::string(const Values&)> check;

    // Point, Table, Reduce, composition: why these inputs cannot be taken, or "".
    std::function<std::string(const StageInputs&)> refuse;
    // Point: the format of its output; the first input's when not set.
    std::function<ImageFormat(const StageInputs&)> infer;
    // Sink: the format in which it wants its image; the planner inserts a convert where it differs.
    // Throws Error(usage) that names the way out where there is none.
    std::function<ImageFormat(const Values&, const ImageFormat&)> wants;
    // Point, Table: the function to call, and the numbers that it takes beside its parameters.
    std::function<KernelFunction(const StageInputs&)> function;
    std::function<std::vector<Constant>(const StageInputs&)> constants;
    std::function<AlphaLane(const Values&)> alpha;
    // Point: whether its function never turns back, so that a larger value never gives a smaller result (or
    // never a larger one), whatever its parameters and Tables; then minima and maxima commute with it.
    bool monotone = false;
    // Point: whether its function is v * a + b but for rounding to its pixel type; then sums commute with it.
    bool affine = false;
    // Point: whether its function finds the row of a pixel's tile itself, in a TABLE that begins with the
    // first tile of its layer; else its Tables have one row for each layer.
    bool by_tiles = false;
    // Table: the layout of its output.
    std::function<TableLayout(const StageInputs&)> layout;
    // Table: work-items for each row and channel; its function is called by all of them, as number `item` of
    // `items`, with `scratch`, an ulong for each.
    std::size_t items = 1;
    // Table: said for an image, once, when its function raises the status flag; "" = it never does.
    std::string warning;
    // Reduce.
    std::function<Reduction(const StageInputs&)> reduction;
    // Reduce, Table: what a caller sees who observes the Table: quantities of a Reduce, fields of a Table.
    // Where it is not set or names none: all fields of a Table, those of a Reduce that stages read; then a
    // batch does not tell them. Takes Values that may be empty.
    std::function<std::vector<std::string>(const Values&)> observed;
    // Composition.
    std::function<void(Expansion&)> expand;

    SourceHost source;
    SinkHost sink;

    const ParamDecl* param(const std::string& name) const;
};

}  // namespace sluice

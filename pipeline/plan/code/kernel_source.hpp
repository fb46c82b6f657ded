// One program in the making: texts that stand once each under their #line, and the parameters of a
// kernel together with the arguments that it will get, so that nobody numbers them.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/plan/launch.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sluice {

// Stands before what the assembler writes.
inline constexpr const char* generated_line = "#line 1 \"generated\"\n";

// The text of a program.
class KernelSource {
public:
    // kernels/<file>, or the text that a stage brings along, once; files that it includes stand before it.
    // Throws Error(usage) where another text has that name.
    void include(const std::string& file, const std::shared_ptr<const std::string>& own = nullptr);
    // kernels/<file> again, its functions named <prefix>_<name> and these macros defined while it is read:
    // for functions that take what differs from pass to pass. Files that it includes stand once.
    struct Macro {
        std::string name, value;  // name: with parameters, if it has any
    };
    void instantiate(const std::string& file, const std::string& prefix, const std::vector<Macro>& macros,
                     const std::shared_ptr<const std::string>& own = nullptr);
    // kernels/<file>, each line that consists of one of these words replaced by its text; files that it
    // includes stand before all.
    std::string filled(const std::string& file, const std::map<std::string, std::string>& parts);
    void append_filled(const std::string& file, const std::map<std::string, std::string>& parts) {
        append(filled(file, parts));
    }
    // kernels/<file> as such a text. Throws Error(usage) where there is none.
    static std::string part(const std::string& file);
    // A macro for all that is appended, before or after.
    void define(const std::string& name, const std::string& value);
    // Text that stands behind all files, and macros for what is appended after them.
    void append(const std::string& text) { generated_ += text; }
    void append(const std::vector<Macro>& macros);
    std::string text() const;

private:
    std::string without_includes(std::string text);

    std::map<std::string, std::shared_ptr<const std::string>> seen_;  // with texts that are not of kernels/
    std::string included_, macros_, generated_;
};

// Parameters of one kernel, each with its argument.
class KernelParameters {
public:
    void add(const std::string& declaration, KernelArgument argument);
    bool has(const std::string& declaration) const;
    // A value fixed in the plan.
    void number(const std::string& type, const std::string& name, double value);
    // A number of a node by its name; `as` is the name of the parameter. Added once.
    void number(const std::string& type, const std::string& as, const Primitives& graph, std::size_t node,
                const std::string& name, bool doubles);

    std::string declarations(const char* between = "\n    ") const;  // "const uint width, ..."
    std::string names() const;                                       // "width, ...": to hand all of them on
    const std::vector<KernelArgument>& arguments() const { return arguments_; }

private:
    std::set<std::string> names_;
    std::vector<std::string> declarations_;
    std::vector<KernelArgument> arguments_;
};

// Accessors `<prefix>_<field>(row, channel)` of a Table at the pointer `pointer`, `<prefix>_channels`, _rows.
// Fields of several values: `<prefix>_<field>(row, channel, i)`. For #ifdef: `<prefix>_<field>_is_<type>`,
// where the type is that of FieldType, or pair. `checked`: what lies outside becomes the last row, channel or
// value, and what takes two numbers is read as one, of type WIDE.
std::vector<KernelSource::Macro> table_accessors(const TableLayout& layout, const std::string& prefix,
                                                 const std::string& pointer, bool checked = false);

// The options that lanes.clh and words.clh want.
std::string lane_options(int lanes, int pixels, bool doubles, const DeviceFacts& device);

}  // namespace sluice

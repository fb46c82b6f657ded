// The kernels of a sequence: one program, in which each of them calls a function of the stage's text.
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/program_code.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace sluice {
namespace {

// What a function finds in an image by the name of its port.
std::vector<KernelSource::Macro> picture_accessors(const ImageFormat& format, const std::string& port) {
    const std::string row = cat(port, "_row(y)"), pixel = element(format.pixel);
    const std::string bytes = cat("(", port, ".pixels + (size_t)(y) * ", port, ".pitch)");
    const bool half = format.pixel == Pixel::f16;
    std::vector<KernelSource::Macro> macros{
        {cat(port, "_pixel"), pixel},
        {row, cat("((__global ", pixel, " *)", bytes, ")")},
        {cat(port, "_number(x, y)"), half ? cat("vload_half((size_t)(x), (__global const half *)", bytes, ")")
                                          : cat("(((__global ", pixel, " *)", bytes, ")[x])")}};
    if (!is_integer(format.pixel)) macros.push_back({cat(port, "_is_real"), ""});
    return macros;
}

class SequenceAssembler {
public:
    SequenceAssembler(const Assembly& assembly, std::size_t index)
        : assembly_(assembly),
          plan_(assembly.plan),
          index_(index),
          node_(plan_.graph.nodes[index]),
          design_(assembly.sequences.at(index)),
          doubles_(plan_.device.fp64 && plan_.graph.in_double(index)),
          text_(node_.stage->call()->function(plan_.graph.inputs_of(node_)).file) {}

    std::vector<Launch> run() {
        source_.include("lanes.clh");
        source_.include("sequence.clh");
        std::vector<KernelSource::Macro> accessors;
        for_each_port([&](const std::string& port, std::size_t node) {
            const Primitive& of = plan_.graph.nodes[node];
            for (KernelSource::Macro& macro :
                 of.format ? picture_accessors(*of.format, port) : table_accessors(*of.layout, port, port))
                accessors.push_back(std::move(macro));
        });
        source_.instantiate(cat(text_, ".cl"), "f0", accessors, node_.stage->call()->text);
        std::vector<Launch> launches;
        for (const SequenceKernel& kernel : design_.plan.kernels) launches.push_back(launch(kernel));
        const auto program = std::make_shared<const Program>(
            Program{node_.id, source_.text(), lane_options(1, 1, doubles_, plan_.device)});
        for (Launch& launch : launches) launch.program = program;
        return launches;
    }

private:
    // The nodes behind its ports, the result last.
    template <class Visit>
    void for_each_port(const Visit& visit) const {
        for (std::size_t port = 0; port < node_.inputs.size(); ++port)
            if (node_.inputs[port]) visit(node_.stage->inputs[port].name, *node_.inputs[port]);
        visit(node_.stage->outputs.at(0).name, index_);
    }
    std::optional<std::size_t> at_port(const std::string& name) const {
        std::optional<std::size_t> found;
        for_each_port([&](const std::string& port, std::size_t node) {
            if (port == name) found = node;
        });
        return found;
    }

    Launch launch(const SequenceKernel& kernel) {
        const Signature function =
            kernel_function({text_, kernel.function}, node_.id, node_.stage->call()->text);
        const std::size_t group = std::min(kernel.group, plan_.device.max_work_group);
        Launch launch;
        launch.stages = node_.id;
        launch.kernel = cat("kernel_", kernel.function);
        launch.local = group;
        launch.groups = std::max<std::size_t>(1, ceil_div(kernel.items, group));
        launch.implementation = kernel.function;
        launch.reason = "kernels one after the other: each needs all that the one before found";
        KernelParameters parameters;
        std::string before, call;
        for (const Argument& a : function.arguments)
            call += cat(call.empty() ? "" : ", ", argument(parameters, launch, before, function, a));
        parameters.number("uint", "items", static_cast<double>(launch.groups * group));
        launch.arguments = parameters.arguments();
        source_.append(cat("\n__kernel __attribute__((reqd_work_group_size(", group, ", 1, 1)))\nvoid ",
                           launch.kernel, "(", parameters.declarations(), ") {\n", before,
                           "    const uint item = (uint)get_global_id(0);\n    f0_", kernel.function, "(",
                           call, ");\n}\n"));
        return launch;
    }

    std::string argument(KernelParameters& parameters, Launch& launch, std::string& before,
                         const Signature& function, const Argument& a) const {
        if (a.name == "item" || a.name == "items") return a.name;
        const auto port = at_port(a.name);
        if (port && a.type == "PICTURE") return picture(parameters, launch, before, a.name, *port);
        if (port && a.type == "TABLE") {
            parameters.add(cat("__global uchar *", a.name), TableArgument{assembly_.table_of.at(*port)});
            return a.name;
        }
        for (std::size_t i = 0; i < design_.scratch.size(); ++i)
            if (design_.plan.scratch[i].name == a.name) {
                parameters.add(cat("__global uint *", a.name), TableArgument{design_.scratch[i]});
                return a.name;
            }
        if (a.name == "status" && plan_.status)
            for (const PlannedWarning& warning : plan_.warnings)
                if (warning.stage == node_.id) {
                    parameters.add("__global uint *status", TableArgument{*plan_.status});
                    parameters.number("uint", "flag", static_cast<double>(warning.flag));
                    return "status + flag";
                }
        for (const Constant& constant : design_.plan.constants)
            if (constant.name == a.name) {
                parameters.number(a.type, a.name, constant.value);
                return a.name;
            }
        if (!number_of(plan_.graph, index_, a.name))
            throw Error(
                Error::Kind::usage, "",
                cat(function.file, ":", function.line, ": argument ", a.name, " of ", function.name,
                    " is no port, scratch memory, constant or parameter of stage ", node_.stage->name));
        parameters.number(a.type, a.name, plan_.graph, index_, a.name, doubles_);
        return a.name;
    }

    std::string picture(KernelParameters& parameters, Launch& launch, std::string& before,
                        const std::string& name, std::size_t node) const {
        const std::size_t image = assembly_.image_of.at(node);
        const PlannedImage& planned = plan_.images[image];
        const std::string memory = cat(name, "_memory"), pitch = cat(name, "_pitch");
        parameters.add(cat("__global uchar *", memory), ImageArgument{image});
        std::string pixels = memory;
        if (planned.storage == Storage::rows) {
            parameters.add(cat("const ulong ", name, "_offset"),
                           LayoutArgument{LayoutArgument::What::offset, image});
            parameters.add(cat("const ulong ", pitch), LayoutArgument{LayoutArgument::What::pitch, image});
            pixels += cat(" + ", name, "_offset");
        } else {
            parameters.number("ulong", pitch, static_cast<double>(planned.pitch));
        }
        parameters.number("int", cat(name, "_width"), static_cast<double>(planned.format.width));
        parameters.number("int", cat(name, "_height"), static_cast<double>(planned.format.height));
        before += cat("    const PICTURE ", name, " = {", pixels, ", ", pitch, ", ", name, "_width, ", name,
                      "_height};\n");
        (node == index_ ? launch.writes : launch.reads).push_back(image);
        (node == index_ ? launch.bytes_written : launch.bytes_read) += planned.pitch * planned.rows;
        launch.over_pixels = true;
        launch.rows = {Rows{0, planned.format.height}};
        return name;
    }

    const Assembly& assembly_;
    const ExecutionPlan& plan_;
    const std::size_t index_;
    const Primitive& node_;
    const SequenceDesign& design_;
    const bool doubles_;  // of REAL
    const std::string text_;
    KernelSource source_;
};

}  // namespace

std::vector<Launch> assemble_sequence(const Assembly& assembly, std::size_t node) {
    return SequenceAssembler(assembly, node).run();
}

}  // namespace sluice

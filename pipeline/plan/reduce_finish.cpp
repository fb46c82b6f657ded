#include "pipeline/plan/reduce_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {

std::string finish_declarations(const ReduceCode& code) {
    const std::string& r = code.name;
    std::string stored;
    for (const Quantity& q : code.quantities)
        stored += cat("    ", r, "_table_", q.name, "(row, channel) = ", q.stored, ";\n");
    return cat("\n", table_accessors(code.layout, cat(r, "_table"), "table"),
               "// The partial results of a layer's groups into one channel of its row in the Table; every "
               "item must call it.\n"
               "void ",
               r, "_finish_channel(const __global volatile ", r,
               "_one *partials, uint groups, uint row, uint channel, TABLE table, __local ", r,
               "_one *scratch) {\n    ", r, "_one a = ", r,
               "_START;\n"
               "    for (uint g = get_local_id(0); g < groups; g += GROUP) {\n"
               "        const ",
               r, "_one b = partials[(row * groups + g) * ", code.layout.channels.size(),
               " + channel];\n        ", r,
               "_merge(&a, &b);\n    }\n"
               "#if GROUP > 1\n    a = ",
               r, "_group(a, scratch);\n#endif\n    if (get_local_id(0) != 0) return;\n", stored, "}\n");
}

std::string finish_in_pass(const ReduceCode& code) {
    const std::string& r = code.name;
    return cat(
        "    __local uint ", r,
        "_last;\n"
        "    if (get_local_id(0) == 0) {\n"
        "        mem_fence(CLK_GLOBAL_MEM_FENCE);  // this group's results are there before it is counted\n"
        "        ",
        r, "_last = atomic_inc(", r,
        "_done + layer) == layer_groups - 1;\n"
        "    }\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    if (",
        r,
        "_last) {\n"
        "        mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
        "        for (uint channel = 0; channel < ",
        code.layout.channels.size(), "; ++channel)\n            ", r, "_finish_channel(", r,
        "_partials, layer_groups, layer, channel, ", r, "_result, ", r,
        "_scratch);\n"
        "        if (get_local_id(0) == 0) ",
        r, "_done[layer] = 0;  // for the next run\n    }\n");
}

std::string finish_kernel(const ReduceCode& code) {
    const std::string& r = code.name;
    const std::size_t channels = code.layout.channels.size();
    return cat(
        "\n// One group for each row and channel.\n"
        "__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid ",
        r, "_finish(__global const ", r, "_one *partials, const uint groups, TABLE table) {\n    __local ", r,
        "_one scratch[GROUP];\n    ", r, "_finish_channel(partials, groups, get_group_id(0) / ", channels,
        ", get_group_id(0) % ", channels, ", table, scratch);\n}\n");
}

}  // namespace sluice

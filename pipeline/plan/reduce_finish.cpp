#include "pipeline/plan/reduce_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {

std::string finish_declarations(const ReduceCode& code) {
    const std::string& r = code.name;
    std::string stored;
    for (const Quantity& q : code.quantities)
        stored += cat("        ", r, "_table_", q.name, "(row, channel) = ", q.stored, ";\n");
    return cat(
        "// The results of a layer's groups into its row of the Table; every item must call it.\n"
        "void ",
        r, "_finish_row(const __global volatile ", r,
        "_all *partials, uint groups, uint row, TABLE table, __local ", r, "_all *scratch) {\n    ", r,
        "_all found = ", r,
        "_START;\n"
        "    for (uint g = get_local_id(0); g < groups; g += GROUP) {\n"
        "        const ",
        r, "_all group = partials[row * groups + g];\n        ", r,
        "_merge(&found, &group);\n    }\n"
        "#if GROUP > 1\n    found = ",
        r, "_group(found, scratch);\n#endif\n    if (get_local_id(0) != 0) return;\n",
        "    for (uint channel = 0; channel < ", code.layout.channels.size(),
        "; ++channel) {\n        const ", r, "_one a = found.channel[channel];\n", stored, "    }\n}\n");
}

std::string finish_in_pass(const ReduceCode& code) {
    const std::string& r = code.name;
    return cat("    __local uint ", r,
               "_last;\n"
               "    if (get_local_id(0) == 0) {\n"
               "        DEVICE_FENCE();  // this group's results are there before it is counted\n"
               "        ",
               r, "_last = atomic_inc(", r,
               "_done + layer) == layer_groups - 1;\n"
               "    }\n"
               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
               "    if (",
               r, "_last) {\n        DEVICE_FENCE();\n        ", r, "_finish_row(", r,
               "_partials, layer_groups, layer, ", r, "_result, ", r,
               "_scratch);\n        if (get_local_id(0) == 0) ", r,
               "_done[layer] = 0;  // for the next run\n    }\n");
}

std::string finish_kernel(const ReduceCode& code) {
    const std::string& r = code.name;
    return cat(
        "\n// One group for each row.\n"
        "__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid ",
        r, "_finish(__global const ", r, "_all *partials, const uint groups, TABLE table) {\n    __local ", r,
        "_all scratch[(GROUP + 1) / 2];\n    ", r,
        "_finish_row(partials, groups, get_group_id(0), table, scratch);\n}\n");
}

}  // namespace sluice

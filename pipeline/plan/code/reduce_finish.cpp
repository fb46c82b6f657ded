#include "pipeline/plan/code/reduce_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {

std::string finish_declarations(const ReduceCode& code, const PassShape& shape) {
    const std::string& r = code.name;
    const std::size_t channels = code.layout.channels.size();
    std::string stored;
    for (const Quantity& q : code.quantities)
        stored += cat("        ", r, "_table_", q.name, "(row, channel) = ", q.stored, ";\n");
    const std::string store =
        cat("void ", r, "_store(", r, "_one a, uint row, uint channel, TABLE table) {\n", stored, "}\n");
    const std::string head =
        cat("// The results of a row's groups into the Table; every item must call it.\nvoid ", r,
            "_finish_row(const __global volatile ", r,
            "_one *partials, uint groups, uint row, TABLE table, __local ", r, "_one *scratch) {\n");
    if (shape.local == 1)
        return cat(store, head, "    for (uint channel = 0; channel < ", channels, "; ++channel) {\n        ",
                   r, "_one found = ", r,
                   "_START;\n        for (uint g = 0; g < groups; ++g) {\n            const ", r,
                   "_one other = partials[(row * ", channels, " + channel) * groups + g];\n            ", r,
                   "_merge(&found, &other);\n        }\n        ", r,
                   "_store(found, row, channel, table);\n    }\n}\n");
    return cat(store, head, "    const uint channel = get_local_id(0) / ", r,
               "_ITEMS, own = get_local_id(0) % ", r, "_ITEMS;\n    ", r, "_one found = ", r,
               "_START;\n    if (channel < ", channels, ")\n        for (uint g = own; g < groups; g += 4 * ",
               r, "_ITEMS) {  // four reads on their way at once\n            ", r,
               "_one other[4];\n            #pragma unroll\n            for (uint k = 0; k < 4; ++k)\n"
               "                other[k] = partials[(row * ",
               channels, " + channel) * groups + min(g + k * ", r,
               "_ITEMS, groups - 1)];\n            #pragma unroll\n            for (uint k = 0; k < 4; ++k)\n"
               "                if (g + k * ",
               r, "_ITEMS < groups) {\n                    const ", r,
               "_one one = other[k];\n                    ", r,
               "_merge(&found, &one);\n                }\n        }\n    found = ", r,
               "_tree(found, scratch);\n    if (channel < ", channels, " && own == 0) ", r,
               "_store(found, row, channel, table);\n}\n");
}

std::string finish_in_pass(const ReduceCode& code, const PassShape& shape) {
    const std::string& r = code.name;
    const std::string writer = shape.local > 1 ? cat("if (get_local_id(0) % ", r, "_ITEMS == 0) ") : "";
    return cat("    __local uint ", r,
               "_last;\n"
               "    ",
               writer,
               "DEVICE_FENCE();  // this group's results are there before it is counted\n"
               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
               "    if (get_local_id(0) == 0) ",
               r, "_last = atomic_inc(", r,
               "_done + row) == layer_groups - 1;\n"
               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
               "    if (",
               r, "_last) {\n        DEVICE_FENCE();\n        ", r, "_finish_row(", r,
               "_partials, layer_groups, row, ", r, "_result, ", r,
               "_scratch);\n        if (get_local_id(0) == 0) ", r,
               "_done[row] = 0;  // for the next run\n    }\n");
}

std::string finish_kernel(const ReduceCode& code) {
    const std::string& r = code.name;
    return cat(
        "\n// One group for each row.\n"
        "__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid ",
        r, "_finish(__global const ", r, "_one *partials, const uint groups, TABLE table) {\n    __local ", r,
        "_one scratch[GROUP];\n    ", r,
        "_finish_row(partials, groups, get_group_id(0), table, scratch);\n}\n");
}

}  // namespace sluice

// Where the result of each input goes. Decided for all of them before the first one is touched.
#pragma once

#include "io/folder.hpp"
#include "pipeline/batch/batch_files.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/sluice/batch/real_names.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

// What the names of files begin with that results are joined into, and of no other results in their folder.
inline constexpr const char* joined_name = "shard-";

struct OutputRules {
    std::filesystem::path folder = {};  // outputs mirror the inputs' tree below it
    std::string name = "{stem}.{ext}";  // see name_template.hpp; {index} counts the inputs from 1
    std::string named_by = {};          // the parameter that is the name: "save.path"; "" = the option
    // Names of the outputs of further Sinks, for BatchFile::also.
    struct Also {
        std::string sink;  // its path, in messages: "save.2.path"
        std::string name;
    };
    std::vector<Also> also = {};
    std::size_t runs = 1;     // that share the inputs: with several, {index} would depend on all of them
    std::size_t joined = 0;   // how many results become one file (joining.hpp); 0 = each is its own
    std::string format = {};  // extension of all outputs; "" keeps each input's where it can be
                              // written, and else is png
    std::filesystem::path one_file = {};  // the output of the only input; folder and name do not count then
};

// Faults: a name or format that cannot be, two inputs with one output, an output that is an input, an
// output in the place of another output's folder. Warning: outputs that differ in upper and lower case
// only. Pure where `real` is.
BatchFiles map_outputs(const std::vector<InputFile>& inputs, const OutputRules& rules, Diagnostics& faults,
                       const RealName& real = real_name);

}  // namespace sluice

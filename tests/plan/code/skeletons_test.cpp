// The texts of kernels/ that passes are filled into: what is edited there is what is run.
#include "pipeline/plan/code/kernel_source.hpp"
#include "tests/places.hpp"
#include "tests/plan/planned.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::istream&& text) {
    Lines lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

std::string kernels_of(const std::string& chain, const DeviceFacts& device) {
    std::string text;
    for (const PlannedStep& step : planned(chain, photo, device).steps)
        if (const auto* launch = std::get_if<Launch>(&step)) text += launch->program->source;
    return text;
}

struct Skeleton {
    std::string file, chain;
    DeviceFacts device;
};
const std::vector<Skeleton> skeletons{
    {"pass_along_rows.clh", "invert", cpu},
    {"pass_along_rows.clh", "reduce", cpu},
    {"pass_side_by_side.clh", "invert", gpu},
    {"pass_side_by_side.clh", "reduce", gpu},
    {"pass_area.clh", "reduce tiles=3,2", gpu},
    {"strategies/lines.clh", "gaussian sigma=1", gpu},
    {"strategies/sums.clh", "localnorm", gpu},
    {"strategies/block.clh", "nlmeans", gpu},
    {"block.clh", "nlmeans", cpu},
    {"reduce.clh", "reduce", cpu},
};

}  // namespace

TEST_CASE("a pass is made from the skeleton as it was edited") {
    const TemporaryFolder folder;
    std::filesystem::copy(SLUICE_SOURCE_DIR "/kernels", folder / "kernels",
                          std::filesystem::copy_options::recursive);
    for (const Skeleton& skeleton : skeletons) {
        CAPTURE(skeleton.file);
        CAPTURE(skeleton.chain);
        const std::string edit = "// edited: " + skeleton.file;
        CHECK(kernels_of(skeleton.chain, skeleton.device).find(edit) == std::string::npos);
        std::ofstream(folder / "kernels" / skeleton.file, std::ios::app) << edit << "\n";
        ::setenv("SLUICE_KERNEL_DIR", (folder / "kernels").c_str(), 1);
        CHECK(kernels_of(skeleton.chain, skeleton.device).find(edit) != std::string::npos);
        ::unsetenv("SLUICE_KERNEL_DIR");
    }
}

TEST_CASE("a compiler's message about a skeleton names the line of its file, whatever is filled in") {
    for (const Skeleton& skeleton : skeletons) {
        CAPTURE(skeleton.file);
        const Lines own = lines_of(std::ifstream(SLUICE_SOURCE_DIR "/kernels/" + skeleton.file));
        std::size_t at = 0, met = 0;  // the next line's number; 0: of another file
        for (const std::string& line :
             lines_of(std::istringstream(kernels_of(skeleton.chain, skeleton.device)))) {
            if (line.starts_with("#line ")) {
                const bool here = line.ends_with("\"" + skeleton.file + "\"");
                at = here ? std::stoul(line.substr(6)) : 0;
                continue;
            }
            if (at == 0 || at > own.size()) continue;
            CAPTURE(at);
            const bool filled = line.empty();  // a word with nothing to fill in
            if (!filled) CHECK(line == own[at - 1]);
            met += filled ? 0 : 1;
            ++at;
        }
        CHECK(2 * met > own.size());
    }
}

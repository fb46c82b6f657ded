// write_stage_structs FILE: the build makes <sluice/stages.hpp> of what this writes. A file that is as it
// should be stays untouched, so that nothing is compiled again.
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    const std::string text = sluice::stage_structs(sluice::Registry(sluice::stage_table()));
    std::ifstream before(argv[1], std::ios::binary);
    if (before && std::string(std::istreambuf_iterator<char>(before), {}) == text) return 0;
    return std::ofstream(argv[1], std::ios::binary) << text << std::flush ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "write_stage_structs: %s\n", error.what());
    return 1;
}

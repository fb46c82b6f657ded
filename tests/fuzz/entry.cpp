// The program of all fuzzers: it fuzzes the target that its own name ends with, as fuzz_png does.
#include "tests/fuzz/targets.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace {

const sluice::fuzz::Target* fuzzed = nullptr;

}  // namespace

// The folder of the corpus is the first argument that is no option: it gets the seeds.
extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
    const std::string_view program = (*words)[0];
    for (const sluice::fuzz::Target& each : sluice::fuzz::targets())
        if (program.ends_with("fuzz_" + each.name)) fuzzed = &each;
    if (!fuzzed) {
        std::fprintf(stderr, "the name of a fuzzer is fuzz_ and its target, such as fuzz_png\n");
        std::exit(2);
    }
    for (int i = 1; i < *count; ++i) {
        const std::string folder = (*words)[i];
        if (folder.starts_with("-")) continue;
        int number = 0;
        for (const std::string& seed : seeds_of(*fuzzed))
            std::ofstream(folder + "/seed-" + std::to_string(number++), std::ios::binary) << seed;
        break;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzzed->run({data, size});
    return 0;
}

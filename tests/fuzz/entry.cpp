// A fuzzer of libFuzzer, for one target: SLUICE_FUZZ_TARGET is its name.
#include "tests/fuzz/targets.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace {

using sluice::fuzz::Target;

const Target& target() {
    for (const Target& each : sluice::fuzz::targets())
        if (each.name == SLUICE_FUZZ_TARGET) return each;
    std::fprintf(stderr, "there is no target %s\n", SLUICE_FUZZ_TARGET);
    std::exit(2);
}

}  // namespace

// The folder of the corpus is the first argument that is no option: it gets the seeds.
extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
    for (int i = 1; i < *count; ++i) {
        const std::string folder = (*words)[i];
        if (folder.starts_with("-")) continue;
        int number = 0;
        for (const std::string& seed : seeds_of(target()))
            std::ofstream(folder + "/seed-" + std::to_string(number++), std::ios::binary) << seed;
        break;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Target& fuzzed = target();
    fuzzed.run({data, size});
    return 0;
}

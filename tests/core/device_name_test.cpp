#include "pipeline/core/device_name.hpp"

#include <doctest/doctest.h>

using namespace sluice;

namespace {

DeviceFacts device(DeviceFacts::Type type, const std::string& name, const std::string& platform) {
    DeviceFacts facts;
    facts.type = type;
    facts.name = name;
    facts.platform = platform;
    facts.compute_units = 2;
    return facts;
}

}  // namespace

TEST_CASE("a processor is called by its cores and its driver") {
    DeviceFacts cpu =
        device(DeviceFacts::Type::cpu, "pthread-skylake-avx512-AMD EPYC 9B14", "Portable Computing Language");
    CHECK(short_name(cpu) == "CPU, 2 cores (PoCL)");
    cpu.compute_units = 1;
    CHECK(short_name(cpu) == "CPU, 1 core (PoCL)");
    cpu.platform = "Intel(R) OpenCL";
    CHECK(short_name(cpu) == "CPU, 1 core (Intel(R) OpenCL)");
}

TEST_CASE("a GPU, an accelerator and a processor that is made up keep their names") {
    CHECK(short_name(device(DeviceFacts::Type::gpu, "NVIDIA H200", "NVIDIA CUDA")) == "NVIDIA H200");
    CHECK(short_name(device(DeviceFacts::Type::accelerator, "Board", "Portable Computing Language")) ==
          "Board");
    CHECK(short_name(device(DeviceFacts::Type::cpu, "imagined CPU", "")) == "imagined CPU");
}

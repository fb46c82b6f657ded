#include "pipeline/device/kernel.hpp"
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/device/support.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <optional>

using namespace sluice;
using namespace sluice::test;

namespace {

Kernel build(const std::string& source, const std::string& name = "k", const std::string& options = "") {
    return Kernel(device(), "test.cl", source, options, name, "stretch");
}

std::string build_failure(const std::string& source, const std::string& name = "k",
                          const std::string& options = "") {
    return error_of([&] { build(source, name, options); });
}

template <class T>
std::vector<T> read(Queue& queue, const Memory& memory) {
    std::vector<T> values(memory.bytes() / sizeof(T));
    const std::size_t bytes = values.size() * sizeof(T);
    queue.wait(queue.read(values.data(), bytes, memory, bytes, bytes, 1, "test"), "test");
    return values;
}

}  // namespace

TEST_CASE("a kernel takes scalars of every type") {
    const bool fp64 = device().facts().fp64;
    const std::string text =
        "#ifdef cl_khr_fp64\n"
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        "typedef double REAL;\n"
        "#else\n"
        "typedef float REAL;\n"
        "#endif\n"
        "kernel void k(global ulong *out, int a, uint b, ulong c, float d, REAL e) {\n"
        "    out[0] = (ulong)(long)a; out[1] = b; out[2] = c; out[3] = as_uint(d);\n"
        "    out[4] = e == (REAL)0.1 ? 1 : 0;\n"
        "}\n";
    Queue queue(device());
    const Memory out = Memory::buffer(device(), 5 * 8, "test");
    Kernel kernel = build(text);
    kernel.set(0, out);
    kernel.set(1, std::int32_t{-5});
    kernel.set(2, std::uint32_t{4000000000u});
    kernel.set(3, std::uint64_t{1} << 63);
    kernel.set(4, 0.1f);
    if (fp64)
        kernel.set(5, 0.1);
    else
        kernel.set(5, 0.1f);
    queue.launch(kernel, 1, 1, "test");
    std::uint32_t tenth;
    const float value = 0.1f;
    std::memcpy(&tenth, &value, 4);
    CHECK(read<std::uint64_t>(queue, out) == std::vector<std::uint64_t>{static_cast<std::uint64_t>(-5),
                                                                        4000000000u, std::uint64_t{1} << 63,
                                                                        tenth, 1});
}

TEST_CASE("a kernel reads and writes image objects of packed texels") {
    REQUIRE(device().facts().images());
    const std::string text =
        "kernel void k(read_only image2d_t src, write_only image2d_t dst) {\n"
        "    int2 at = (int2)((int)get_group_id(0), (int)get_local_id(0));\n"
        "    write_imageui(dst, at, read_imageui(src, at) ^ (uint4)(1, 2, 3, 4));\n"
        "}\n";
    Queue queue(device());
    const Memory src = Memory::image(device(), 5, 3, "test");
    const Memory dst = Memory::image(device(), 5, 3, "test");
    auto host = noise(src.bytes(), 7);
    queue.write(src, 0, host.data(), 80, 80, 3, "test");
    Kernel kernel = build(text);
    kernel.set(0, src);
    kernel.set(1, dst);
    queue.launch(kernel, 5, 3, "test");
    std::vector<std::uint8_t> back(dst.bytes());
    queue.wait(queue.read(back.data(), 80, dst, 0, 80, 3, "test"), "test");
    for (std::size_t i = 0; i < host.size(); i += 4) host[i] ^= static_cast<std::uint8_t>(i / 4 % 4 + 1);
    CHECK(back == host);
}

TEST_CASE("a program that does not build names the stage, the file and the line first") {
    const std::string text =
        "#define P 4\n"
        "#line 7 \"stretch.cl\"\n"
        "kernel void k(global uint *out) {\n"
        "    out[0] = undeclared;\n"
        "}\n";
    const std::string failure = build_failure(text, "k", "-DX=1");
    CHECK(starts_with(failure, "stretch: stretch.cl:8:14: "));
    CHECK(contains(failure, "undeclared"));
    CHECK(contains(failure, "\nthe program 'test.cl' does not compile for " + device().facts().name +
                                " with -cl-std=CL1.2 -cl-kernel-arg-info -w -DX=1; its compiler says:\n"));
    CHECK(starts_with(build_failure("kernel void k(global uint *out) {\n    out[0] = undeclared;\n}\n"),
                      "stretch: test.cl:2:14: "));
}

TEST_CASE("options that the compiler does not know are a failure that shows them") {
    const std::string failure =
        build_failure("kernel void k(global uint *a) { a[0] = 1; }", "k", "-nonsense");
    CHECK(contains(failure, "-nonsense"));
    CHECK(starts_with(failure, "stretch: "));
}

TEST_CASE("a kernel that the program does not have is an error with its name") {
    CHECK(build_failure("kernel void k(global uint *a) { a[0] = 1; }", "other") ==
          "stretch: clCreateKernel of 'other' failed: CL_INVALID_KERNEL_NAME (-46)");
}

TEST_CASE("a kernel with more local memory than there is, is refused") {
    DeviceFacts facts = device().facts();
    facts.local_bytes = 1000;
    const std::string text =
        "kernel void k(global uint *a) {\n"
        "    local uint part[256];\n"
        "    part[get_local_id(0)] = a[get_global_id(0)];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    a[get_global_id(0)] = part[get_local_id(0) ^ 1];\n"
        "}\n";
    const std::string failure =
        error_of([&] { Kernel(with_facts(device(), facts), "p", text, "", "k", "reduce"); });
    if (failure == "no error")
        return report_skip("this driver does not tell how much local memory a kernel needs");
    CHECK(starts_with(failure, "reduce: the kernel 'k' needs "));
    CHECK(contains(failure, " bytes) of local memory; " + facts.name + " has 1000 bytes"));
}

TEST_CASE("work-groups that are too large or empty are refused, and no groups are no work") {
    Queue queue(device());
    const Memory out = Memory::buffer(device(), 4, "test");
    queue.fill_zero(out, 4, "test");
    Kernel kernel = build("kernel void k(global uint *a) { a[0] = 1; }");
    kernel.set(0, out);
    const std::size_t local = device().facts().max_work_group + 1;
    CHECK(starts_with(
        error_of([&] { queue.launch(kernel, 1, local, "reduce"); }),
        "reduce: the kernel 'k' cannot run in work-groups of " + std::to_string(local) + " work-items"));
    CHECK(contains(error_of([&] { queue.launch(kernel, 1, 0, "reduce"); }), "work-groups of 0 work-items"));
    queue.wait(queue.launch(kernel, 0, 1, "reduce"), "reduce");
    CHECK(read<std::uint32_t>(queue, out)[0] == 0);
}

TEST_CASE("arguments that are missing or do not fit are errors with the kernel's name") {
    Queue queue(device());
    Kernel kernel = build("kernel void k(global uint *a, uint b) { a[0] = b; }");
    CHECK(starts_with(error_of([&] { queue.launch(kernel, 1, 1, "reduce"); }),
                      "reduce: clEnqueueNDRangeKernel of 'k' failed: CL_INVALID_KERNEL_ARGS (-52)"));
    CHECK(contains(error_of([&] { kernel.set(2, 1.0f); }), "clSetKernelArg of argument 2 of 'k' failed: "));
    CHECK(contains(error_of([&] { kernel.set(1, std::uint64_t{1}); }), "argument 1 of 'k' failed: "));
    CHECK(error_of([&] { kernel.set(0, Memory()); }) == "stretch: argument 0 of 'k' was given empty memory");
}

TEST_CASE("a buffer, an image object and a number are not taken for each other") {
    Kernel kernel = build(
        "kernel void k(global uint *a, write_only image2d_t b, uint c, constant uint *d) {\n"
        "    write_imageui(b, (int2)(0, 0), (uint4)(a[0] + c + d[0]));\n}\n");
    const Memory buffer = Memory::buffer(device(), 64, "test");
    const Memory image = Memory::image(device(), 2, 2, "test");
    CHECK(error_of([&] { kernel.set(0, image); }) ==
          "stretch: argument 0 of 'k' is a buffer, but was given an image object");
    CHECK(error_of([&] { kernel.set(0, std::uint64_t{0}); }) ==
          "stretch: argument 0 of 'k' is a buffer, but was given a number");
    CHECK(error_of([&] { kernel.set(1, buffer); }) ==
          "stretch: argument 1 of 'k' is an image object, but was given a buffer");
    CHECK(error_of([&] { kernel.set(2, buffer); }) ==
          "stretch: argument 2 of 'k' is a number, but was given a buffer");
    kernel.set(0, buffer);
    kernel.set(1, image);
    kernel.set(2, std::uint32_t{1});
    kernel.set(3, buffer);
    Queue queue(device());
    queue.wait(queue.launch(kernel, 1, 1, "test"), "test");
}

TEST_CASE("memory and kernels may go once they are launched") {
    Queue queue(device());
    const Memory out = Memory::buffer(device(), 4 * 64, "test");
    for (int round = 0; round < 20; ++round) {
        Kernel copy = build(
            "kernel void k(global uint *a, global const uint *b) {\n"
            "    a[get_global_id(0)] = b[get_global_id(0)] + 1;\n}\n");
        {
            const Memory source = Memory::buffer(device(), 4 * 64, "test");
            queue.fill_zero(source, source.bytes(), "test");
            copy.set(1, source);  // kept by the kernel until it is launched
        }
        copy.set(0, out);
        queue.launch(copy, 1, 64, "test");
    }
    CHECK(read<std::uint32_t>(queue, out) == std::vector<std::uint32_t>(64, 1));
}

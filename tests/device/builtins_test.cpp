#include "pipeline/device/program/builtins.hpp"
#include "kernels/kernels.hpp"
#include "pipeline/device/inspect.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

// What a kernel of one work-item writes into 64 floats.
std::vector<float> written(const std::string& source) {
    const Device on = with_facts(device(), device().facts());
    Queue queue(on);
    const Memory memory = Memory::buffer(on, 64 * sizeof(float), "t");
    queue.fill_zero(memory, 64 * sizeof(float), "t");
    Kernel kernel(on, "p", source, "-D VN=4", "k", "t");
    kernel.set(0, memory);
    queue.launch(kernel, 1, 1, "t");
    std::vector<float> values(64);
    queue.wait(queue.read(values.data(), 256, memory, 256, 256, 1, "t"), "t");
    return values;
}

std::string kernel_of(const std::string& statements) {
    return "#define PASTE_(a, b) a##b\n#define PASTE(a, b) PASTE_(a, b)\n"
           "kernel void k(global float *to) {\n    const int i = (int)get_global_id(0);\n" +
           statements + "}\n";
}

// One call of each kind, of scalars and of vectors.
const std::string calls = kernel_of(
    "    const float4 v = (float4)(0.5f, -1.25f, 3.0f, 7.75f) + (float)i;\n"
    "    const int4 w = convert_int4(v * 100.0f);\n"
    "    vstore4(fmin(v, 1.0f) + fmax(v, v.yzwx) + fma(v, v, v) + sqrt(fabs(v)), 0, to);\n"
    "    vstore4(pow(fabs(v), (float4)(1.7f)) + exp(v) + mix(v, v.wzyx, 0.25f), 1, to);\n"
    "    vstore4(convert_float4(clamp(w, -50, 60) + max(w, w.yxwz) + convert_int4(abs(w)) + min(w, "
    "(int4)(7))), 2, to);\n"
    "    vstore4(convert_float4(mul_hi(w * 100000, w * 100000) + rotate(w, w)), 3, to);\n"
    "    vstore4(convert_float4(PASTE(convert_uchar, VN)(v)), 4, to);\n"
    "    vstore4(convert_float4(convert_short4_sat_rte(v * 30000.0f)), 5, to);\n"
    "    to[24] = isnan(v.x) + 2 * all(v > -2.0f) + 4 * any(w == 50) + 8 * isfinite(v.y);\n"
    "    to[25] = vload4(0, to).z + nextafter(v.x, v.y) + copysign(v.x, v.y) + rint(v.w) + ldexp(v.x, "
    "ilogb(v.w)) + round(v.w);\n"
    "    vstore_half_rte(v.w, 0, (global half *)(to + 26));\n"
    "    to[27] = vload_half(0, (const global half *)(to + 26));\n"
    "    mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    to[28] = atomic_inc((volatile global int *)(to + 29)) + atomic_add((volatile global int *)(to + "
    "29), 3);\n");

}  // namespace

TEST_CASE("what a short header declares is what the driver's own header declares") {
    // The second names a function that is not in the short header, and so needs the driver's.
    const std::vector<float> with_short = written(calls);
    const std::vector<float> with_own =
        written("float unknown(float x) { int e; return frexp(x, &e); }\n" + calls);
    CHECK(with_short == with_own);
    CHECK(with_short[0] == 0.5F + 0.5F + 0.75F + std::sqrt(0.5F));
    CHECK(with_short[27] == 7.75F);
}

TEST_CASE("PoCL 3.1 takes the short header") {
    DeviceFacts facts;
    facts.platform = "Portable Computing Language";
    facts.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512";
    facts.driver = "3.1+debian";
    CHECK(takes_short_header(facts));
    facts.driver = "5.0";
    CHECK_FALSE(takes_short_header(facts));
}

TEST_CASE("a program that calls what the short header lacks is known before the compiler complains") {
    CHECK(short_header_will_do(calls));
    CHECK(
        short_header_will_do("int step(int x) { return x + 1; }\n"
                             "kernel void k(global int *to) { to[0] = step(READ(to)); }"));
    CHECK_FALSE(short_header_will_do("kernel void k(global float *to) { int e; to[0] = frexp(to[1], &e); }"));
    CHECK_FALSE(short_header_will_do("kernel void k(global float *to) { to[0] = native_sin(to[1]); }"));
    CHECK(short_header("x = READ(a);", "-D READ=fmin") == short_header("x = fmin(a);"));
}

TEST_CASE("the short header will do for every kernel") {
    for (const std::string& name : kernel_names()) {
        CAPTURE(name);
        CHECK(short_header_will_do(kernel_text(name).value()));
    }
}

TEST_CASE("a short header has the functions that a program names, and no others") {
    const std::string text = short_header("v = fmin(a, convert_uchar16_sat(b)) + PASTE(convert_, V)(c);");
    CHECK(text.find("BUILTIN_REAL_2_SCALAR(fmin)\n") != std::string::npos);
    CHECK(text.find("BUILTIN_CONVERT(uchar, 16, _sat)\n") != std::string::npos);
    CHECK(text.find("BUILTIN_CONVERTS()\n") != std::string::npos);
    CHECK(text.find("BUILTIN_REAL_2_SCALAR(fmax)\n") == std::string::npos);
    CHECK(text.find("BUILTIN_HALF()\n") == std::string::npos);
    CHECK(short_header("PASTE(vload, VN)(0, from)").find("BUILTIN_VLOAD(16)\n") != std::string::npos);
    CHECK(short_header("read_image##kind(a, at)").find("READ_IMAGE(read_imageui, uint4)") !=
          std::string::npos);
}

TEST_CASE("a function that no header declares is an error in the author's line") {
    const Device on = with_facts(device(), device().facts());
    const std::string source =
        "kernel void k(global float *to) {\n    to[0] = fmin(frobnicate(1.0f), 2.0f);\n}\n";
    const std::string failure = error_of([&] { Kernel(on, "p", source, "", "k", "a"); });
    CHECK(failure.find("p:2:") != std::string::npos);
}

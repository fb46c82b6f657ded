#include "pipeline/graph/opencl/signature.hpp"

#include <doctest/doctest.h>

#include <iterator>
#include <sstream>

using namespace sluice;

namespace {

// "V gamma(V v, float exponent) @1" for each function.
std::string signature(const std::string& text, const std::string& file = "gamma.cl") {
    Diagnostics faults;
    std::string result;
    for (const Signature& s : parse_signatures(text, file, faults)) {
        result += (result.empty() ? "" : "; ") + s.result + " " + s.name + "(";
        for (const Argument& a : s.arguments)
            result += (&a == &s.arguments.front() ? "" : ", ") + a.type + " " + a.name;
        result += ") @" + std::to_string(s.line);
    }
    CHECK(faults.text() == "");
    return result;
}

std::string faults_of(const std::string& text, const std::string& file = "gamma.cl") {
    Diagnostics faults;
    parse_signatures(text, file, faults);
    return faults.text();
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

TEST_CASE("a function definition gives result, name and arguments with its line") {
    CHECK(signature("V gamma(V v, float exponent) { return pow(v, (V)(exponent)); }") ==
          "V gamma(V v, float exponent) @1");
    CHECK(signature("\n\nvoid\ngamma ( void )\n{ }") == "void gamma() @4");
    CHECK(signature("V gamma() { return 0; }") == "V gamma() @1");
    CHECK(signature("V gamma_a(V a) { if (a) { return a; } return -a; }\nV gamma_b(V b) { return b; }\n") ==
          "V gamma_a(V a) @1; V gamma_b(V b) @2");
}

TEST_CASE("qualifiers that do not change what is bound are left out") {
    CHECK(signature("static inline V gamma(const V v, const float exponent) { return v; }") ==
          "V gamma(V v, float exponent) @1");
    CHECK(
        signature("void gamma(__global uint *status, global const float * restrict p, __local int* const q, "
                  "uint a[4]) {}") ==
        "void gamma(__global uint* status, __global float* p, __local int* q, uint* a) @1");
    CHECK(signature("__attribute__((always_inline)) V gamma(V v) { return v; }") == "V gamma(V v) @1");
    CHECK(signature("V __attribute__((overloadable)) gamma(V v) { return v; }") == "V gamma(V v) @1");
    CHECK(
        signature("__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void gamma(__global unsigned int "
                  "*p) {}") == "void gamma(__global unsigned int* p) @1");
    CHECK(signature("const V *gamma(V v) { return 0; }") == "V* gamma(V v) @1");
    CHECK(signature("struct gamma_pair gamma(struct gamma_pair *p) { return *p; }") ==
          "struct gamma_pair gamma(struct gamma_pair* p) @1");
}

TEST_CASE("comments, strings and preprocessor lines are no code") {
    CHECK(signature(
              "/* V gamma(V a) { */ // V gamma_x(V b) {\n"
              "#define GAMMA_BODY(x) \\\n  { return x; }\n"
              "#if LANES == 1 // {\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif /* {\n*/\n"
              "V gamma(V v /* the value */, // {\n float e) { printf(\"}\\\"}\"); char c = '}'; return v; "
              "}\n") == "V gamma(V v, float e) @8");
    CHECK(signature("// continued \\\n V gamma(V x) {\nV gamma(V v) { return v; }") == "V gamma(V v) @3");
    CHECK(signature("#define gamma_twice(x) (2 * (x))\r\nV gamma(V v) { return v; }\r\n") ==
          "V gamma(V v) @2");
}

TEST_CASE("what is not a function is passed over") {
    CHECK(signature("constant float gamma_weights[3] = {0.2126f, 0.7152f, 0.0722f};\n"
                    "typedef struct { float a; float b; } gamma_pair;\n"
                    "struct gamma_record { int x; };\n"
                    "V gamma_later(V v);\n;\n"
                    "V gamma(V v) { struct gamma_record r = {0}; return v; }") == "V gamma(V v) @6");
    CHECK(signature("").empty());
    CHECK(signature("// nothing\n").empty());
}

TEST_CASE("arguments are found by name") {
    Diagnostics faults;
    const auto list = parse_signatures("V gamma(V v, float exponent) { return v; }", "gamma.cl", faults);
    REQUIRE(list.size() == 1);
    REQUIRE(list[0].argument("exponent") != nullptr);
    CHECK(list[0].argument("exponent")->type == "float");
    CHECK(list[0].argument("amount") == nullptr);
    CHECK(list[0].file == "gamma.cl");
}

TEST_CASE("every name of a file starts with its stem") {
    CHECK(faults_of("V gamma(V v) { return v; }\n\nV luma(V v) { return v; }") ==
          "gamma.cl:3: luma: a function of this file must start with 'gamma'");
    CHECK(faults_of("#define GAMMA_A 1\n#define gamma_b 2\n#  define\tWEIGHT 3\n") ==
          "gamma.cl:3: WEIGHT: a macro of this file must start with 'gamma' or 'GAMMA'");
    CHECK(faults_of("constant float weight = 1;\ntypedef float2 pair;\nstruct record { int x; };\nenum kind "
                    "{ A };") ==
          "gamma.cl:1: weight: a global variable of this file must start with 'gamma'\n"
          "gamma.cl:2: pair: a type of this file must start with 'gamma'\n"
          "gamma.cl:3: record: a type of this file must start with 'gamma'\n"
          "gamma.cl:4: kind: a type of this file must start with 'gamma'");
    CHECK(faults_of("V stretch8(V v) { return v; }", "kernels/stretch.cl").empty());
}

TEST_CASE("a name that OpenCL C has is refused") {
    CHECK(faults_of("V clamp(V v, float low) { return v; }", "clamp.cl") ==
          "clamp.cl:1: clamp: OpenCL C has this name already");
    CHECK(faults_of("V normalize(V v) { return v; }", "normalize.cl") ==
          "normalize.cl:1: normalize: OpenCL C has this name already");
    CHECK(faults_of("V convert_float4_sat(V v) { return v; }", "convert.cl") ==
          "convert.cl:1: convert_float4_sat: OpenCL C has this name already");
    CHECK(faults_of("V convert_linear(V v) { return v; }", "convert.cl").empty());
    for (const std::string& name :
         words("mix step sign length vload4 vstore16 vload_half vstorea_half8_rte native_sin "
               "half_cos atomic_add atom_inc read_imagef write_imageui get_image_width "
               "get_global_id as_uint4 convert_uchar_sat_rte convert_double "
               "work_group_reduce_add sub_group_any float uchar16 size_t image2d_t "
               "image1d_array_t kernel if __anything")) {
        CAPTURE(name);
        CHECK(is_opencl_name(name));
    }
    for (const std::string& name :
         words("gamma saturation invert stretch16 half_tone native vload vload5 float5 "
               "convert_rgb as_is image image2d stepped Clamp")) {
        CAPTURE(name);
        CHECK_FALSE(is_opencl_name(name));
    }
    CHECK_FALSE(is_opencl_name(""));
}

TEST_CASE("a text that is cut or crossed is a located fault") {
    CHECK(faults_of("V gamma(V v) { return v;") == "gamma.cl:1: '{' is not closed");
    CHECK(faults_of("V gamma(V v) { if (v) { return v; }\n") == "gamma.cl:1: '{' is not closed");
    CHECK(faults_of("V gamma(V v)\n{ }\n}\n") == "gamma.cl:3: '}' closes nothing");
    CHECK(faults_of("V gamma(V v") == "gamma.cl:1: '(' is not closed");
    CHECK(faults_of("V gamma(V v)") == "gamma.cl:1: ';' or a function's body is missing at the end");
    CHECK(faults_of("\n/* open") == "gamma.cl:2: this comment is not closed");
    CHECK(faults_of("V gamma(V v) { return \"x; }\n") ==
          "gamma.cl:1: this quote is not closed\ngamma.cl:1: '{' is not closed");
    CHECK(faults_of("#define\n") == "gamma.cl:1: a name is missing after #define");
}

TEST_CASE("arguments have a type and a name of their own") {
    CHECK(faults_of("V gamma(V, float) { return 0; }") ==
          "gamma.cl:1: gamma: argument 1 needs a type and a name\ngamma.cl:1: gamma: argument 2 needs a type "
          "and a name");
    CHECK(faults_of("V gamma(V v,) { return 0; }") ==
          "gamma.cl:1: gamma: argument 2 needs a type and a name");
    CHECK(faults_of("V gamma(V v,\n float v) { return 0; }") ==
          "gamma.cl:2: gamma: two arguments are named 'v'");
    CHECK(faults_of("gamma(V v) { return 0; }") == "gamma.cl:1: gamma: it has no result type");
    CHECK(faults_of("V gamma(V v) { }\nV gamma(V v, float e) { }") ==
          "gamma.cl:2: gamma: it is defined twice");
}

TEST_CASE("a stage's function takes only what can be bound") {
    const auto faults_for = [](const std::string& arguments) {
        Diagnostics faults;
        for (const Signature& s : parse_signatures("void gamma(" + arguments + ") {}", "gamma.cl", faults))
            check_argument_types(s, faults);
        return faults.text();
    };
    CHECK(faults_for("V a, VI b, REAL c, float d, int e, uint f, TABLE g, SRC h, __global uint *i").empty());
    CHECK(faults_for("V v, double amount") ==
          "gamma.cl:1: gamma.amount: an argument of a stage's function cannot be 'double'; it can be: V, VI, "
          "REAL, "
          "float, int, uint, long, TABLE, PICTURE, SRC, LIST, __global uint*, __local ulong*");
    CHECK(faults_for("V *v") ==
          "gamma.cl:1: gamma.v: an argument of a stage's function cannot be 'V*'; it can be: V, VI, REAL, "
          "float, int, "
          "uint, long, TABLE, PICTURE, SRC, LIST, __global uint*, __local ulong*");
}

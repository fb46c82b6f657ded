#include "pipeline/plan/primitives/function.hpp"

#include "kernels/kernels.hpp"
#include "tests/error_of.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace sluice;

namespace {

// The texts of stage "tint" and of the files that it includes, in the place of the built-in kernels.
class Texts {
public:
    explicit Texts(const std::map<std::string, std::string>& texts) {
        for (const auto& [name, text] : texts) folder_.put(name, text);
        ::setenv("SLUICE_KERNEL_DIR", (folder_ / "").c_str(), 1);
    }
    ~Texts() { ::unsetenv("SLUICE_KERNEL_DIR"); }
    Texts(const Texts&) = delete;
    Texts& operator=(const Texts&) = delete;

private:
    TemporaryFolder folder_;
};

FunctionNature nature(const std::string& name, const std::string& file) {
    Diagnostics faults;
    for (const Signature& function : parse_signatures(kernel_text(file).value(), file, faults))
        if (function.name == name) return nature_of(function);
    FAIL(file << " has no function " << name);
    return {};
}

bool lanewise(const std::map<std::string, std::string>& texts) {
    const Texts there(texts);
    return nature("tint", "tint.cl").lanewise;
}
bool lanewise(const std::string& body) {
    return lanewise({{"tint.cl", "V tint(V v, REAL by) { " + body + " }"}});
}

}  // namespace

TEST_CASE(
    "a function loops if it does so itself, if one that it calls does, or if it takes numbers of a Table") {
    const auto loops = [](const std::string& text) {
        const Texts there({{"tint.cl", text}});
        return nature("tint", "tint.cl").loops;
    };
    CHECK_FALSE(loops("V tint(V v) { return v > 1 ? sqrt(v) : v; }"));
    CHECK(loops("V tint(V v) { for (int i = 0; i < 3; ++i) v = v * v; return v; }"));
    CHECK(loops("V tint(V v, TABLE t) { return TAKE(t, v, false, 1, 256, 0, 0); }"));
    CHECK(
        loops("V often(V v) { while (ALL(v < 8)) v = v * 2; return v; }\nV tint(V v) { return often(v); }"));
}

TEST_CASE("a function is read together with those that it calls in files that it includes") {
    const std::string calls = "#include \"kernels/shade.clh\"\nV tint(V v) { return shade(v); }\n";
    CHECK(lanewise({{"tint.cl", calls}, {"shade.clh", "V shade(V v) { return sqrt(v); }"}}));
    CHECK_FALSE(lanewise({{"tint.cl", calls}, {"shade.clh", "V shade(V v) { return RED(v); }"}}));
    // What the file has beside the functions that are called does not matter.
    CHECK(lanewise({{"tint.cl", calls},
                    {"shade.clh", "V shade_red(V v) { return RED(v); } V shade(V v) { return v * 2; }"}}));
    // Through two files, and through two functions of one.
    const std::string further = "#include \"kernels/red.clh\"\nV shade(V v) { return red_of(v); }\n";
    CHECK_FALSE(lanewise(
        {{"tint.cl", calls},
         {"shade.clh", further},
         {"red.clh", "V red_of(V v) { return red_first(v); } V red_first(V v) { return RED(v); }"}}));
    CHECK(
        lanewise({{"tint.cl", calls}, {"shade.clh", further}, {"red.clh", "V red_of(V v) { return -v; }"}}));
    // All branches of an #if count.
    CHECK_FALSE(lanewise({{"tint.cl", calls},
                          {"shade.clh",
                           "#if LANES == 1\nV shade(V v) { return v; }\n#else\n"
                           "V shade(V v) { return GREY(v); }\n#endif\n"}}));
}

TEST_CASE("a function that cannot be read to its end is not lanewise") {
    const std::string calls = "V tint(V v) { return shade(v); }\n";
    CHECK_FALSE(lanewise({{"tint.cl", calls}}));
    CHECK_FALSE(lanewise({{"tint.cl", "#include \"kernels/shade.clh\"\n" + calls}}));
    CHECK_FALSE(lanewise(
        {{"tint.cl", "#include \"shade.clh\"\n" + calls}, {"shade.clh", "V shade(V v) { return v; }"}}));
    CHECK_FALSE(lanewise({{"tint.cl", "#include <shade.h>\nV tint(V v) { return v; }\n"}}));
    CHECK_FALSE(lanewise({{"tint.cl", "#define TINT_OF(v) RED(v)\nV tint(V v) { return TINT_OF(v); }\n"}}));
    CHECK_FALSE(lanewise({{"tint.cl", "#include \"kernels/shade.clh\"\nV tint(V v) { return v * SHADE; }\n"},
                          {"shade.clh", "#define SHADE PIXEL_OF_LANE\n"}}));
    CHECK_FALSE(lanewise("return v * PIXEL_OF_LANE;"));
    CHECK_FALSE(lanewise("return v * get_global_id(0);"));
    CHECK_FALSE(lanewise({{"tint.cl", "V tint(V v, V X) { return v * X; }\n"}}));
}

TEST_CASE("parts of a value may be other lanes") {
    CHECK(lanewise("const V y = fma(v, (V)(by), (V)(2.5)); return y < 1. ? clamp(y, (V)(0), (V)(1)) : v;"));
    CHECK(lanewise(
        "return ALPHA_LANES ? v : (v != v) & (v > by) ? power(v, by) : CONVERT(REAL, CONVERT(INT, v));"));
    CHECK_FALSE(lanewise("return v.s0000;"));
    CHECK_FALSE(lanewise("return dot(v, v);"));
    CHECK_FALSE(lanewise("return all(v > by) ? v : -v;"));
    CHECK_FALSE(lanewise("return (V)(((REAL *)&v)[0]);"));
    CHECK_FALSE(lanewise("REAL *p = &v; return (V)(*p);"));
}

TEST_CASE("the functions of the stages are what they are known to be") {
    const auto each = [](const std::string& file, const std::vector<std::string>& names, bool lanewise) {
        for (const std::string& name : names) {
            CAPTURE(name);
            CHECK(nature(name, file).lanewise == lanewise);
        }
    };
    each("gamma.cl", {"gamma"}, true);
    each("gain.cl", {"gain", "gain_encoded"}, true);
    each("curve.cl", {"curve_linear", "curve_encoded"}, true);
    each("rescale.cl", {"rescale", "rescale_multiply", "rescale_divide"}, true);
    each("stretch.cl", {"stretch8", "stretch8_open", "stretch16", "stretch16_open", "stretch16_within"},
         true);
    each("standardize.cl", {"standardize"}, true);
    each("white_balance.cl", {"white_balance"}, true);
    each("invert.cl", {"invert"}, true);
    each("lookup.cl", {"lookup"}, true);
    each("channels.cl", {"channels", "channels_opaque"}, true);
    each("channels.cl", {"channels_luma", "channels_luma_opaque"}, false);
    each("lookup.cl", {"lookup_luma"}, false);
    each("clahe.cl", {"clahe", "clahe_luma"}, false);
    each("unsaturated.cl", {"unsaturated"}, false);
    CHECK(nature("gamma", "gamma.cl").cost == Cost::transcendental);
    CHECK(nature("stretch8", "stretch.cl").cost == Cost::plain);
}

TEST_CASE("a function costs what those cost that it calls") {
    const Texts there({{"tint.cl", "#include \"kernels/shade.clh\"\nV tint(V v) { return shade(v); }\n"},
                       {"shade.clh", "V shade(V v) { return exp(v); }"}});
    CHECK(nature("tint", "tint.cl").cost == Cost::transcendental);
}

TEST_CASE("a name belongs to one file, since the texts of a pipeline's functions stand in one program") {
    const std::string tint = "V tint(V v) { return v; }\n";
    const auto fault = [&](const std::map<std::string, std::string>& texts) {
        const Texts there(texts);
        return error_of([] { kernel_function({"tint", "tint"}, "a"); });
    };
    CHECK(fault({{"tint.cl", tint + "V tint_line(V v) { return v; }\n"}}) == "");
    CHECK(fault({{"tint.cl", tint + "V tint_line(V v) { return v; }\n"}, {"tint_line.cl", ""}}) ==
          "tint.cl:2: tint_line: names that start with 'tint_line' are those of tint_line.cl");
    CHECK(fault({{"tint.cl", tint}, {"tint.clh", "V tint_by(V v) { return v; }\n"}}) == "");
}

TEST_CASE("no file defines what a stage's file defines") {
    std::map<std::string, std::string> files;  // by what they define
    std::vector<std::string> names = kernel_names();
    std::erase_if(names, [](const std::string& name) { return name.find('/') != std::string::npos; });
    for (const std::string& file : names) {
        Diagnostics faults;
        const Definitions defined = parse_definitions(kernel_text(file).value(), file, faults);
        std::set<std::string> all = defined.others;
        for (const Signature& function : defined.functions) all.insert(function.name);
        for (const std::string& name : all) {
            const auto [other, first] = files.emplace(name, file);
            INFO(name << " stands in " << other->second << " and in " << file);
            CHECK((first || (file.ends_with(".clh") && other->second.ends_with(".clh"))));
        }
    }
    CHECK(files.at("clahe_lut") == "clahe_lut.cl");
}

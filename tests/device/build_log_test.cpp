#include "pipeline/device/program/build_log.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;

namespace {

const std::string source =
    "#define P 4\n"
    "#line 1 \"lanes.clh\"\n"
    "typedef float V;\n"
    "#line 10 \"stretch.cl\"\n"
    "V stretch(V v) {\n"
    "    return w;\n"
    "}\n";

}  // namespace

TEST_CASE("the first error of a log stands with its file and line, as clang and PoCL write it") {
    CHECK(first_error("stretch.cl:11:12: error: use of undeclared identifier 'w'\n    return w;\n", source,
                      "p") == "stretch.cl:11:12: use of undeclared identifier 'w'");
    CHECK(first_error("lanes.clh:1:1: warning: unused\nstretch.cl:11:12: fatal error: too much\n", source,
                      "p") == "stretch.cl:11:12: too much");
    CHECK(first_error("error: stretch.cl:11:12: no w\nerror: stretch.cl:12:1: more\n", source, "p") ==
          "stretch.cl:11:12: no w");
    CHECK(first_error("stretch.cl:11: error: no column\n", source, "p") == "stretch.cl:11: no column");
}

TEST_CASE("a line counted through the whole source is told by the file that it came from") {
    CHECK(first_error("<kernel>:6:12: error: no w\n", source, "p") == "stretch.cl:11:12: no w");
    CHECK(first_error("input.cl:3:1: error: bad V\n", source, "p") == "lanes.clh:1:1: bad V");
    CHECK(first_error("error: /a/b/temp_x1.cl:1:9: bad P\n", source, "p") == "p:1:9: bad P");
    CHECK(first_error("<kernel>:999:12: error: the end\n", source, "p") == "stretch.cl:13:12: the end");
}

TEST_CASE("a source without #line is called by its name") {
    CHECK(first_error("<kernel>:7:1: error: what\n", "a\nb\n", "mine.cl") == "mine.cl:3:1: what");
    CHECK(first_error("input.cl:2:1: error: what\n", "a\nb\n", "mine.cl") == "mine.cl:2:1: what");
}

TEST_CASE("a log without a place has no first error") {
    CHECK(first_error("", source, "p") == "");
    CHECK(first_error("Invalid build option: -nope\n1 error generated.\n", source, "p") == "");
    CHECK(first_error("error: unknown argument: '-nope'\n", source, "p") == "");
    CHECK(first_error("a.cl:1:2:error: x\na.cl:x:1 error: x\na.cl:1:", source, "p") == "");
    CHECK(first_error("a.cl:1:1: note: no error: 1:1: error: it\n", source, "p") == "");
}

TEST_CASE("the message of a failed build has the error, the program, the options, the device and the log") {
    const FailedBuild build{"minmax", source, "-cl-std=CL1.2 -DP=4", "A Device",
                            "<kernel>:6:12: error: no w"};
    CHECK(build_failure_text(build) ==
          "stretch.cl:11:12: no w\n"
          "the program 'minmax' does not compile for A Device with -cl-std=CL1.2 -DP=4; its compiler says:\n"
          "<kernel>:6:12: error: no w");
    FailedBuild huge = build;
    huge.log = std::string(1 << 20, '.');
    CHECK(build_failure_text(huge).size() < 9000);
}

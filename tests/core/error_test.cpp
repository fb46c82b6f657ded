#include "pipeline/core/error.hpp"

#include <doctest/doctest.h>

using namespace sluice;

TEST_CASE("a place is written with the parts that are known") {
    CHECK(Place{"pipeline.yaml", 7, 12}.text() == "pipeline.yaml:7:12");
    CHECK(Place{"pipeline.yaml", 7, 0}.text() == "pipeline.yaml:7");
    CHECK(Place{"pipeline.yaml", 0, 12}.text() == "pipeline.yaml");
    CHECK(Place{}.text().empty());
}

TEST_CASE("an error says where and what, and gives both apart") {
    const Error error(Error::Kind::input, "a.png", "the file ends early");
    CHECK(std::string(error.what()) == "a.png: the file ends early");
    CHECK(error.where() == "a.png");
    CHECK(error.message() == "the file ends early");
    CHECK(error.kind() == Error::Kind::input);
    CHECK(std::string(Error(Error::Kind::usage, "", "no files").what()) == "no files");
}

TEST_CASE("a diagnostic names place, subject and message") {
    Diagnostics faults;
    faults.error({"pipeline.yaml", 7, 12}, "normalize.low", "120 is outside [0, 100]");
    faults.error({}, "", "the pipeline has no stages");
    CHECK(faults.text() ==
          "pipeline.yaml:7:12: normalize.low: 120 is outside [0, 100]\nthe pipeline has no stages");
}

TEST_CASE("warnings alone are no fault") {
    Diagnostics faults;
    CHECK(faults.ok());
    CHECK(faults.empty());
    faults.warning({"chain", 1, 1}, "load", "nobody takes its image");
    CHECK(faults.ok());
    CHECK_FALSE(faults.empty());
    CHECK_NOTHROW(faults.throw_if_errors());
    CHECK(faults.text() == "warning: chain:1:1: load: nobody takes its image");
    faults.error({"chain", 1, 9}, "", "there is no stage 'x'");
    CHECK_FALSE(faults.ok());
    CHECK_THROWS_WITH_AS(faults.throw_if_errors(),
                         "warning: chain:1:1: load: nobody takes its image\nchain:1:9: there is no stage 'x'",
                         Error);
}

TEST_CASE("the nearest name is what was meant, or nothing") {
    const std::vector<std::string> names{"normalize", "gamma", "low", "from", "id"};
    CHECK(nearest("nomalise", names) == "normalize");
    CHECK(nearest("gamm", names) == "gamma");
    CHECK(nearest("form", names) == "from");  // two letters swapped count once
    CHECK(nearest("lwo", names) == "low");
    CHECK(nearest("foo", names).empty());
    CHECK(nearest("x", names).empty());
    CHECK(nearest("", names).empty());
    CHECK(nearest("resize", names).empty());
    CHECK(nearest("gamma", {}).empty());
}

TEST_CASE("the beginning of a name, or of one of its words, means that name") {
    CHECK(nearest("clip", {"clamp", "clip_limit"}) == "clip_limit");
    CHECK(nearest("--memory", {"--manifest", "--limit-memory"}) == "--limit-memory");
    CHECK(nearest("exponent", {"load.path", "gamma.exponent"}) == "gamma.exponent");
    CHECK(nearest("cl", {"clip_limit"}).empty());  // two letters mean too much
    CHECK(nearest("limits", {"clip_limit"}).empty());
    CHECK(nearest("benchmark", {"batch", "bench"}) == "bench");
    CHECK(nearest("art", {"start"}).empty());
}

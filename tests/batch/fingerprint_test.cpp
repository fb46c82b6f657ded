#include "pipeline/batch/fingerprint.hpp"

#include "tests/batch/made.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;

namespace {

std::string of(const std::string& chain) { return fingerprint(made::pipeline(chain)); }

}  // namespace

TEST_CASE("a fingerprint is the same for the same pipeline, however it is written") {
    CHECK(of("normalize").size() == 16);
    CHECK(of("normalize") == of("normalize"));
    CHECK(of("normalize") == of("normalize minmax"));
    CHECK(of("normalize") == of("load | normalize mode=minmax id=n | save"));
    CHECK(of("normalize | save lossless=false") == of("normalize"));
}

TEST_CASE("whatever changes the bytes of outputs changes the fingerprint") {
    const std::string plain = of("normalize");
    for (const char* chain :
         {"invert", "normalize | invert", "normalize group=joint", "normalize | save quality=91",
          "normalize | save compression=2", "normalize | save format=png", "load lenient=true | normalize",
          "gamma 2", "gamma 3"}) {
        CAPTURE(chain);
        CHECK(of(chain) != plain);
    }
    CHECK(of("gamma 2") != of("gamma 3"));
    CHECK(of("gamma '${load.width / 2}'") != of("gamma '${load.width / 3}'"));
    CHECK(of("gamma 2 | invert") != of("invert | gamma 2"));
}

TEST_CASE("what is no matter of the bytes has no part in the fingerprint") {
    CHECK(of("load max_pixels=1000 | normalize") == of("normalize"));
    CHECK(of("normalize | save durable=true") == of("normalize"));
}

TEST_CASE("a file that is read beside the input is part of the fingerprint, by its size and time") {
    const TemporaryFolder folder;
    const std::string path = folder.put("other.png", made::png()).string();
    const std::string chain = "load id=a; load " + path + " id=b | reduce id=r; normalize from=a | save";
    const std::string before = of(chain);
    CHECK(of(chain) == before);
    folder.put("other.png", made::png(20, 8));
    CHECK(of(chain) != before);
    std::filesystem::remove(path);
    CHECK(of(chain) != before);
}

// A folder of pictures with several colour profiles.
#include "io/colours.hpp"
#include "io/read.hpp"
#include "pipeline/batch/job.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#ifdef SLUICE_TEST_LCMS
#include "tests/profiles.hpp"

using namespace sluice;

namespace {

const Device& device() {
    static const Device picked = Device::pick();
    return picked;
}

HostImage picture(const profiles::Bytes& icc, double high = 250) {
    HostImage image = made::ramp({32, 16, 3}, high > 0 ? 5 : 0, high);
    image.metadata.icc = icc;
    return image;
}

Summary run(const TemporaryFolder& folder, const std::string& chain, Collect& collect) {
    Job job{made::pipeline(chain), made::folder_to_folder(folder / "in", folder / "out"), {}, {}, {}};
    job.overwrite = Overwrite::always;
    job.copy_unchanged = true;
    return run_batch(job, device(), collect);
}

// By how much a result lies beside what the profile says of its picture.
double off(const HostImage& result, const HostImage& picture) {
    const ColourConversion conversion(picture.metadata.icc,
                                      standard_profile(StandardColours::srgb, false).icc, Intent::relative);
    double most = 0;
    for (std::size_t y = 0; y < 16; ++y)
        for (std::size_t x = 0; x < 32; ++x) {
            std::array<double, 3> from{}, to{};
            for (int c = 0; c < 3; ++c)
                from[static_cast<std::size_t>(c)] = sample(picture.view(), x, y, c) / 255;
            conversion.convert(from, to);
            for (int c = 0; c < 3; ++c) {
                const double wanted = 255 * std::clamp(to[static_cast<std::size_t>(c)], 0.0, 1.0);
                most = std::max(most, std::fabs(sample(result.view(), x, y, c) - wanted));
            }
        }
    return most;
}

}  // namespace

TEST_CASE("a folder of pictures with several profiles comes out in one space") {
    const TemporaryFolder folder;
    const HostImage wide = picture(profiles::wide(2.2)), tabled = picture(profiles::tabled()),
                    srgb = picture(profiles::srgb()), plain = picture({}),
                    black = picture(profiles::wide(2.2), 0);
    folder.put("in/a.png", made::file("png", wide));
    folder.put("in/b.png", made::file("png", tabled));
    folder.put("in/c.png", made::file("png", srgb));
    folder.put("in/d.png", made::file("png", plain));
    folder.put("in/e.png", made::file("png", wide));
    folder.put("in/f.png", made::file("png", black));
    Collect collect;
    const Summary summary = run(folder, "convert profile=srgb", collect);
    CHECK(summary.done == 6);
    const auto result = [&](const char* name) { return read((folder / "out" / name).string()); };
    const auto& one = standard_profile(StandardColours::srgb, false).icc;
    CHECK(off(result("a.png"), wide) <= 0.6);
    CHECK(off(result("b.png"), tabled) <= 0.6);
    CHECK(off(result("e.png"), wide) <= 0.6);
    for (const char* name : {"a.png", "b.png", "e.png", "f.png"}) CHECK(result(name).metadata.icc == one);
    // What is sRGB keeps its file.
    CHECK(summary.copied == 2);
    CHECK(bytes_of(folder / "out/c.png") == bytes_of(folder / "in/c.png"));
    CHECK(bytes_of(folder / "out/d.png") == bytes_of(folder / "in/d.png"));
}

TEST_CASE("pictures keep their own profiles where no stage asks for these, though one plan is for all") {
    const TemporaryFolder folder;
    const HostImage wide = picture(profiles::wide(2.2)), tabled = picture(profiles::tabled());
    folder.put("in/a.png", made::file("png", wide));
    folder.put("in/b.png", made::file("png", tabled));
    Collect collect;
    CHECK(run(folder, "invert", collect).done == 2);
    CHECK(read((folder / "out/a.png").string()).metadata.icc == wide.metadata.icc);
    CHECK(read((folder / "out/b.png").string()).metadata.icc == tabled.metadata.icc);
}

TEST_CASE("pictures that lose their profile are converted to sRGB, each from its own") {
    const TemporaryFolder folder;
    const HostImage wide = picture(profiles::wide(2.2)), tabled = picture(profiles::tabled()),
                    srgb = picture(profiles::srgb()), plain = picture({});
    folder.put("in/a.png", made::file("png", wide));
    folder.put("in/b.png", made::file("png", tabled));
    folder.put("in/c.png", made::file("png", srgb));
    folder.put("in/d.png", made::file("png", plain));
    Collect collect;
    CHECK(run(folder, "load | save keep=none", collect).done == 4);
    const auto result = [&](const char* name) { return read((folder / "out" / name).string()); };
    CHECK(off(result("a.png"), wide) <= 0.6);
    CHECK(off(result("b.png"), tabled) <= 0.6);
    for (const char* name : {"a.png", "b.png", "c.png", "d.png"}) CHECK(result(name).metadata.icc.empty());
    for (std::size_t x = 0; x < 32; ++x)
        CHECK(sample(result("c.png").view(), x, 3, 1) == sample(srgb.view(), x, 3, 1));
}

TEST_CASE("a picture whose profile cannot be applied fails, and the others are done") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::file("png", picture(profiles::wide(2.2))));
    HostImage broken = picture(profiles::wide(2.2));
    // The type of its red curve.
    profiles::Bytes& icc = broken.metadata.icc;
    const std::string name = "rTRC";
    const auto tag = std::search(icc.begin(), icc.end(), name.begin(), name.end());
    REQUIRE(tag != icc.end());
    const auto at = static_cast<std::size_t>(tag[6]) << 8 | tag[7];
    icc.at(at) = '?';
    folder.put("in/b.jpg", made::file("jpg", broken));
    Collect collect;
    const Summary summary = run(folder, "convert profile=srgb", collect);
    CHECK(summary.done == 1);
    REQUIRE(summary.failures.size() == 1);
    const std::string& why = summary.failures[0].reason;
    CHECK_MESSAGE(why.find("its colour profile cannot be applied: it is broken") != std::string::npos, why);
    CHECK_MESSAGE(why.ends_with("profile=keep leaves its values as they are"), why);
}

#else

TEST_CASE("a folder of pictures with several colour profiles") { report_skip("Little CMS is not installed"); }

#endif

// --limit-memory: resident memory of the process, as the system counts it. `./dev memory-test` does the same
// with a picture of 200 megapixels, and with every format.
#include "io/codecs.hpp"
#include "tests/apps/program.hpp"
#include "tests/sanitized.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::size_t large_side() {
    const char* megapixels = std::getenv("SLUICE_MEMORY_MEGAPIXELS");
    const double count = megapixels == nullptr ? 32 : std::strtod(megapixels, nullptr);
    return static_cast<std::size_t>(std::sqrt(count * 1e6 / 2));
}

std::size_t number_in(const std::string& text, const std::string& pattern) {
    std::smatch found;
    INFO(text);
    REQUIRE(std::regex_search(text, found, std::regex(pattern)));
    return std::stoul(found[1]);
}

// Small pictures before and behind a large one.
class Folder {
public:
    explicit Folder(int channels) {
        for (unsigned i = 0; i < 12; ++i)
            scratch_.put("in/" + std::to_string(i) + (i % 2 == 0 ? ".png" : ".jpg"),
                         noise(300 + 40 * i, 300, channels, i));
        const std::size_t height = large_side(), width = 2 * height;
        std::string pixels = (channels == 3 ? "P6\n" : "P5\n") + std::to_string(width) + " " +
                             std::to_string(height) + "\n255\n";
        std::string row(width * static_cast<std::size_t>(channels), ' ');
        for (std::size_t y = 0; y < height; ++y) {
            if (y % 100 == 0)
                for (std::size_t i = 0; i < row.size(); ++i)
                    row[i] = static_cast<char>(40 + (i / 64 + y / 100) % 80);
            pixels += row;
        }
        scratch_.put(large_, pixels);
        pixels_ = width * height;
    }

    Outcome batch(const std::string& out, Words more) const {
        Words words = {"batch", scratch_ / "in", "-o", scratch_ / out, "-v", "--jobs", "4"};
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    }
    void same_files(const std::string& a, const std::string& b) const {
        CHECK(scratch_.files(a) == scratch_.files(b));
        for (const std::string& name : scratch_.files(a))
            CHECK_MESSAGE(bytes_of(std::filesystem::path(scratch_ / (a + "/" + name))) ==
                              bytes_of(std::filesystem::path(scratch_ / (b + "/" + name))),
                          name);
    }
    // A limit in which the small ones have room: MiB.
    std::size_t tight() const {
        const Outcome refused = batch("refused", {"--limit-memory", "16M"});
        return 10 + number_in(refused.err, "must be at least ([0-9]+)M");
    }
    std::size_t pixels() const { return pixels_; }
    std::size_t width() const { return 2 * large_side(); }
    std::string size() const { return std::to_string(pixels_ / 1000000) + " MP"; }

private:
    Scratch scratch_;
    std::string large_ = "in/50.pnm";
    std::size_t pixels_ = 0;
};

// What all images that have failed would need, in mebibytes.
std::size_t enough_for_all(const std::string& text) {
    static const std::regex pattern("([0-9]+)M would be enough");
    std::size_t most = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        most = std::max<std::size_t>(most, std::stoul((*at)[1]));
    INFO(text);
    REQUIRE(most > 0);
    return most;
}

bool holds_bytes(const sluice::Codec& codec) {
    const std::vector<sluice::Pixel>& pixels = codec.holds.pixels;
    return std::find(pixels.begin(), pixels.end(), sluice::Pixel::u8) != pixels.end();
}

std::size_t in_mebibytes(const Outcome& outcome) { return outcome.peak_memory / mebibyte; }
std::string megabytes(std::size_t count) { return std::to_string(count) + "M"; }

}  // namespace

TEST_CASE("a limit in which nothing has room is refused with the least that makes sense") {
    const Scratch folder;
    folder.put("in/a.png", ramp(30, 20, 3, 10, 90));
    const Outcome refused =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--limit-memory", "16M"});
    CHECK(refused.code == 2);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    const std::size_t least = number_in(refused.err, "the limit must be at least ([0-9]+)M");
    // What is resident at the beginning varies by some pages.
    const Outcome done = sluice_program(
        {"batch", folder / "in", "-o", folder / "out", "--limit-memory", megabytes(least + 4)});
    CHECK(done.code == 0);
    if (counts_memory) CHECK(done.peak_memory <= (least + 4) * mebibyte);
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "b", "--limit-memory", "lots"}).code == 2);
}

TEST_CASE("with --limit-memory the process stays below it, and results are the same") {
    if (!counts_memory) return report_skip("a sanitizer takes memory of its own");
    const Folder folder(1);
    const Outcome free = folder.batch("free", {});
    REQUIRE(free.code == 0);

    // Too little for the large one as a whole: it goes by rows.
    const std::size_t tight = folder.tight();
    const Outcome shown = folder.batch("tight", {"--dry-run", "--limit-memory", megabytes(tight)});
    CHECK(shown.code == 0);
    CHECK(contains(shown.out, "in strips, decoded by rows 2 times"));
    CHECK(contains(shown.out, "Memory of the image that needs the most: "));
    const Outcome by_rows = folder.batch("tight", {"--limit-memory", megabytes(tight)});
    CAPTURE(by_rows.err);
    CHECK(by_rows.code == 0);
    CHECK(by_rows.peak_memory <= tight * mebibyte);
    CHECK_FALSE(contains(by_rows.err, "warning: memory"));
    folder.same_files("tight", "free");
    MESSAGE(folder.size(), " under ", tight, " MiB: ", in_mebibytes(by_rows),
            " MiB at the peak, without a limit ", in_mebibytes(free));
}

TEST_CASE("what does not go by rows fails with the limit that would do, and the others are done") {
    if (!counts_memory) return report_skip("a sanitizer takes memory of its own");
    const Folder folder(1);
    const Words bmp{"--format", "bmp", "--limit-memory", megabytes(folder.tight())};
    const Outcome failed = folder.batch("tight", bmp);
    CAPTURE(failed.err);
    CHECK(failed.code == 1);
    CHECK(contains(failed.err, "12 done, 1 failed"));
    CHECK(contains(failed.err, "save: BMP is written in one piece"));
    CHECK(failed.peak_memory <= folder.tight() * mebibyte);
    const std::size_t enough = 4 + number_in(failed.err, "([0-9]+)M would be enough");
    const Outcome done = folder.batch("enough", {"--format", "bmp", "--limit-memory", megabytes(enough)});
    CAPTURE(done.err);
    CHECK(done.code == 0);
    CHECK(done.peak_memory <= enough * mebibyte);
}

// `./dev memory-test`
TEST_CASE("every format stays below the least limit that is enough for it" * doctest::skip()) {
    for (const int channels : {1, 3}) {
        const Folder folder(channels);
        const std::size_t tight = folder.tight();
        for (const std::string& format : sluice::written_extensions()) {
            // Floats of 200 megapixels take too long here, and so do codecs that are slow.
            const sluice::Codec& codec = *sluice::codec_of_extension(format);
            if ((!holds_bytes(codec) || codec.isolated) && folder.pixels() > 50'000'000) continue;
            const std::vector<int>& held = codec.holds.channels;
            if (folder.width() > codec.holds.max_side || (channels == 3 && held.back() < 3)) continue;
            CAPTURE(channels);
            CAPTURE(format);
            const Outcome failed =
                folder.batch(format, {"--format", format, "--limit-memory", megabytes(tight)});
            CHECK(failed.peak_memory <= tight * mebibyte);
            if (failed.code == 0) {
                MESSAGE(folder.size(), ", ", channels, " channels to ", format, " by rows under ", tight,
                        " MiB: ", in_mebibytes(failed), " MiB");
                continue;
            }
            const std::size_t enough = 4 + enough_for_all(failed.err);
            const Outcome done = folder.batch(
                format, {"--format", format, "--overwrite", "always", "--limit-memory", megabytes(enough)});
            CAPTURE(done.err);
            CHECK(done.code == 0);
            CHECK(done.peak_memory <= enough * mebibyte);
            MESSAGE(folder.size(), ", ", channels, " channels to ", format, " under ", enough,
                    " MiB: ", in_mebibytes(done), " MiB");
        }
    }
}

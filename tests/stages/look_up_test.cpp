// Bytes that are looked up in local memory: shuffles of bytes give what reading a table word by word gives.
#include "tests/places.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/variable.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace sluice;
using namespace sluice::test;

namespace {

// The kernels, as a compiler without shuffles has them.
void without_shuffles(const std::filesystem::path& folder) {
    std::filesystem::copy(SLUICE_SOURCE_DIR "/kernels", folder, std::filesystem::copy_options::recursive);
    const std::filesystem::path file = folder / "lookup_words.clh";
    std::ifstream before(file);
    std::string text(std::istreambuf_iterator<char>(before), {});
    const std::string condition = "#if defined(__clang__) && defined(__AVX2__)";
    const std::size_t at = text.find(condition);
    REQUIRE(at != std::string::npos);
    std::ofstream(file) << text.replace(at, condition.size(), "#if 0");
}

}  // namespace

TEST_CASE("bytes are looked up by shuffles as they are word by word") {
    const TemporaryFolder folder;
    without_shuffles(folder / "kernels");
    const std::string kernels = (folder / "kernels").string();
    // The same for all channels; for each its own; made on the device.
    const std::string chains[] = {"gamma 0.8", "whitebalance grey=180,170,150 | gamma 0.8",
                                  "normalize equalize"};
    for (const Pixel pixel : {Pixel::u8, Pixel::i8})
        for (const int channels : {1, 2, 3, 4})
            for (const bool grey_alpha : {false, true}) {
                if (grey_alpha && channels != 2) continue;
                for (const std::size_t width : {63, 64, 200}) {
                    ImageFormat format{width, 23, channels, pixel};
                    format.grey_alpha = grey_alpha;
                    const HostImage image = reference::random_image(format, {});
                    for (const std::string& chain : chains)
                        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::rows}) {
                            if (chain.starts_with("white") && channels < 3) continue;
                            if (chain.starts_with("normalize") && pixel == Pixel::i8) continue;
                            CAPTURE(format.text());
                            CAPTURE(chain);
                            const auto samples = [&] {
                                return reference::samples_of(
                                    run(chain, image.view(), {.storage = storage}).image.view());
                            };
                            const auto expected = [&] {
                                const Variable developer("SLUICE_KERNEL_DIR", kernels.c_str());
                                return samples();
                            }();
                            CHECK(samples() == expected);
                        }
                }
            }
}

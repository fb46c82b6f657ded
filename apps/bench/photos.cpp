#include "apps/bench/photos.hpp"

#include "io/folder.hpp"
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"

// The implementation is static: not all of it is used.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_RESIZE_STATIC
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb/stb_image_resize.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <future>
#include <random>
#include <thread>
#include <vector>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t least_pixels = 1'000'000;
using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t end) { return end == 0 ? 0 : random() % end; }

std::vector<HostImage> photographs(const fs::path& from) {
    std::vector<HostImage> found;
    const Listing listing = list_inputs({from.string()}, {});
    for (const Listing::Fault& fault : listing.faults)
        throw Error(Error::Kind::usage, fault.path.string(), fault.what);
    for (const InputFile& file : listing.files) {
        try {
            const ImageFormat format = probe(file.path);
            if (format.channels == 3 && format.pixel == Pixel::u8 && format.pixels() >= least_pixels)
                found.push_back(read(file.path));
        } catch (const Error&) {  // no picture
        }
    }
    if (found.empty())
        throw Error(Error::Kind::input, from.string(), "has no 8-bit RGB image of at least one megapixel");
    return found;
}

HostImage resized(const ConstHostView& src, std::size_t width, std::size_t height) {
    HostImage dst(ImageFormat{width, height, 3, Pixel::u8});
    const auto number = [](std::size_t n) { return static_cast<int>(n); };
    if (stbir_resize_uint8(static_cast<const unsigned char*>(src.data), number(src.format.width),
                           number(src.format.height), number(src.pitch), dst.as<unsigned char>(0),
                           number(width), number(height), number(dst.pitch()), 3) == 0)
        throw std::bad_alloc();
    return dst;
}

// From 60 to 100 % of what has the shape of the result.
HostImage crop(const HostImage& photo, const ImageSize& size, Random& random) {
    const ImageFormat& format = photo.format();
    const double most = std::min(static_cast<double>(format.width) / static_cast<double>(size.width),
                                 static_cast<double>(format.height) / static_cast<double>(size.height));
    const double scale = most * (0.6 + 0.4 * static_cast<double>(below(random, 1000)) / 1000);
    ConstHostView view = photo.view();
    view.format.width =
        std::max<std::size_t>(1, static_cast<std::size_t>(scale * static_cast<double>(size.width)));
    view.format.height =
        std::max<std::size_t>(1, static_cast<std::size_t>(scale * static_cast<double>(size.height)));
    const std::size_t x = below(random, format.width - view.format.width + 1);
    const std::size_t y = below(random, format.height - view.format.height + 1);
    view.data = photo.row(y) + 3 * x;
    return resized(view, size.width, size.height);
}

// Noise of every scale, the finer the weaker, as in nature; darker and paler than it need be.
HostImage smooth_noise(const ImageSize& size, Random& random) {
    HostImage sum(ImageFormat{size.width, size.height, 3, Pixel::u8});
    std::vector<float> values(sum.format().host_bytes());
    float weight = 1, weights = 0;
    for (std::size_t side = 4; side < 2 * std::max(size.width, size.height); side *= 4, weight /= 2) {
        HostImage coarse(ImageFormat{std::min(side, size.width), std::min(side, size.height), 3, Pixel::u8});
        std::generate_n(coarse.as<unsigned char>(0), coarse.format().host_bytes(),
                        [&] { return static_cast<unsigned char>(random() >> 56); });
        const HostImage fine = resized(coarse.view(), size.width, size.height);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += weight * static_cast<float>(fine.as<unsigned char>(0)[i]);
        weights += weight;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        sum.as<unsigned char>(0)[i] = static_cast<unsigned char>(20 + 0.7F * values[i] / weights);
    return sum;
}

}  // namespace

void make_photos(const fs::path& from, const fs::path& folder, std::size_t count, const ImageSize& size,
                 const std::string& extension) {
    std::vector<HostImage> photos;
    if (!from.empty()) photos = photographs(from);
    std::atomic<std::size_t> next = 0;
    const auto make = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            Random random(i + 1);
            const HostImage picture =
                photos.empty() ? smooth_noise(size, random) : crop(photos[i % photos.size()], size, random);
            char name[32];
            std::snprintf(name, sizeof name, "%04zu.", i + 1);
            write((folder / (name + extension)).string(), picture.view());
        }
    };
    std::vector<std::future<void>> others;  // which hand on what they throw
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
        others.push_back(std::async(std::launch::async, make));
    make();
    for (std::future<void>& other : others) other.get();
}

}  // namespace sluice::apps

#include "io/fits/fits.hpp"
#include "io/fits/header.hpp"
#include "io/pages.hpp"
#include "io/rows.hpp"
#include "io/uncarried.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace sluice {
namespace {

std::vector<FitsImage> fits_pages(const FileBytes& file, int page) {
    // One more tells whether there are others.
    std::vector<FitsImage> images = fits_images(file, page == 0 ? 0 : static_cast<std::size_t>(page) + 1);
    if (images.size() < static_cast<std::size_t>(page)) throw_no_page(page, images.size());
    return images;
}

ImageFormat fits_format(const std::vector<FitsImage>& images, int page) {
    if (page != 0) return images[static_cast<std::size_t>(page) - 1].format();
    ImageFormat format = images.front().format();
    if (images.size() == 1) return format;
    for (std::size_t i = 1; i < images.size(); ++i) expect_same_page(i + 1, images[i].format(), format);
    if (format.layers > 1) throw_input("its pages have layers of their own; read them one by one");
    format.layers = images.size();
    return format;
}

template <class Stored>
Stored swapped(const std::uint8_t* from) {
    return static_cast<Stored>(number_in({from, sizeof(Stored)}, true));
}

class FitsRows : public FileRows {
public:
    FitsRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : file_(file),
          page_(options.page),
          lenient_(options.lenient),
          images_(fits_pages(file, options.page)) {
        format = fits_format(images_, page_);
        const FitsImage& image = of_layer(0);
        bits = std::abs(image.bits);
        if (format.layers > 1) at_once = "it has several layers";
        if (image.more_keywords) leave(metadata, uncarried::keywords);
        if (image.bits == 64) warn("its integers become floats, which are exact up to 9007199254740992");
        if (image.is_integer() && image.blank)
            metadata.nodata = static_cast<double>(*image.blank) + image.zero;
    }

    void read(const HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); ++y, ++next_) {
            const HostView row = rows_of(rows, y, 1);
            try {
                for (std::size_t c = 0; c < static_cast<std::size_t>(format.channels); ++c) read_row(c, row);
            } catch (const EndOfData&) {
                // The lowest rows stand first: those that are above the ones that are missing come later
                // here.
                if (!lenient_) throw;
                clear(row);
                ended_ = true;
            }
        }
        if (!rows.packed_pixels()) clear_padding(rows);
        if (ended_ && next_ == format.rows()) throw EndOfData();
    }

    std::size_t skip(std::size_t rows) override {
        next_ += rows;
        return rows;
    }

    std::size_t memory() override { return 2 * of_layer(0).width * of_layer(0).sample_bytes(); }

    std::size_t pages() override { return fits_images(file_, 0).size(); }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || images_.size() < 2) return {};
        return {only_page(page_, "several")};
    }

private:
    const FitsImage& of_layer(std::size_t layer) const {
        return page_ != 0            ? images_[static_cast<std::size_t>(page_) - 1]
               : images_.size() == 1 ? images_.front()
                                     : images_[layer];
    }

    void read_row(std::size_t colour, const HostView& row) const {
        const std::size_t layer = next_ / format.height, y = next_ % format.height;
        const FitsImage& image = of_layer(layer);
        const std::size_t plane = (images_.size() > 1 && page_ == 0 ? 0 : layer * image.colours) + colour;
        const std::size_t size = image.width * image.sample_bytes();
        const std::uint64_t at =
            image.at + (std::uint64_t{plane} * image.height + (image.height - 1 - y)) * size;
        const Bytes bytes = file_.whole(at, size);
        switch (image.bits) {
            case 8: return put<std::uint8_t>(image, bytes.data(), colour, row);
            case 16: return put<std::int16_t>(image, bytes.data(), colour, row);
            case 32: return put<std::int32_t>(image, bytes.data(), colour, row);
            case 64: return put<std::int64_t>(image, bytes.data(), colour, row);
            case -32: return put_floats<std::uint32_t, float>(image, bytes.data(), colour, row);
            default: return put_floats<std::uint64_t, double>(image, bytes.data(), colour, row);
        }
    }

    // Values that are stored as integers.
    template <class Stored>
    static void put(const FitsImage& image, const std::uint8_t* src, std::size_t colour,
                    const HostView& row) {
        std::byte* dst = row.row(0) + colour * bytes(row.format.pixel);
        const std::size_t step = row.step() * bytes(row.format.pixel);
        const auto zero = static_cast<int>(image.is_integer() ? image.zero : 0);
        for (std::size_t x = 0; x < image.width; ++x, src += sizeof(Stored), dst += step) {
            const Stored value = swapped<Stored>(src);
            if (image.is_integer()) {
                const auto shifted = static_cast<Stored>(static_cast<std::int64_t>(value) + zero);
                std::memcpy(dst, &shifted, sizeof shifted);
                continue;
            }
            const bool missing = image.blank && static_cast<std::int64_t>(value) == *image.blank;
            const double real = missing ? std::numeric_limits<double>::quiet_NaN()
                                        : image.zero + image.scale * static_cast<double>(value);
            put_real(real, row.format.pixel, dst);
        }
    }
    template <class Stored, class Real>
    static void put_floats(const FitsImage& image, const std::uint8_t* src, std::size_t colour,
                           const HostView& row) {
        std::byte* dst = row.row(0) + colour * bytes(row.format.pixel);
        const std::size_t step = row.step() * bytes(row.format.pixel);
        const bool scaled = image.scale != 1 || image.zero != 0;
        for (std::size_t x = 0; x < image.width; ++x, src += sizeof(Stored), dst += step) {
            const Real value = std::bit_cast<Real>(swapped<Stored>(src));
            put_real(
                scaled ? image.zero + image.scale * static_cast<double>(value) : static_cast<double>(value),
                row.format.pixel, dst);
        }
    }
    static void put_real(double value, Pixel pixel, std::byte* dst) {
        const auto single = static_cast<float>(value);
        pixel == Pixel::f32 ? std::memcpy(dst, &single, sizeof single)
                            : std::memcpy(dst, &value, sizeof value);
    }

    FileBytes file_;
    int page_;
    bool lenient_;
    std::vector<FitsImage> images_;
    std::size_t next_ = 0;
    bool ended_ = false;
};

}  // namespace

FileHeader fits_header(const FileBytes& file, int page) { return fits_format(fits_pages(file, page), page); }

std::unique_ptr<FileRows> fits_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<FitsRows>(file, options, warn);
}

}  // namespace sluice

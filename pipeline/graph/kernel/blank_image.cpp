#include "pipeline/graph/kernel/blank_image.hpp"

#include <algorithm>

namespace sluice {
namespace {

class BlankRows : public RowReader {
public:
    explicit BlankRows(ImageFormat format) : format_(std::move(format)) {}

    const ImageFormat& format() const override { return format_; }
    const Metadata& metadata() const override { return metadata_; }
    void read(const HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); ++y)
            std::fill_n(
                rows.row(y),
                rows.format.width * static_cast<std::size_t>(rows.format.channels) * bytes(rows.format.pixel),
                std::byte{0});
    }

private:
    ImageFormat format_;
    Metadata metadata_;
};

class BlankImage : public ImageFile {
public:
    explicit BlankImage(const ImageFormat& format) : header_(format) {}

    const ImageHeader& header() override { return header_; }
    RowMemory row_memory() override { return {"", placed_bytes(header_.format)}; }
    HostImage read(const Destination& wanted, const Warn&) override {
        HostImage image(header_.format, wanted);
        image.clear();
        return image;
    }
    std::unique_ptr<RowReader> rows(const Warn&) override {
        return std::make_unique<BlankRows>(header_.format);
    }

private:
    ImageHeader header_;
};

}  // namespace

std::unique_ptr<ImageFile> blank_image(const ImageFormat& format) {
    return std::make_unique<BlankImage>(format);
}

}  // namespace sluice

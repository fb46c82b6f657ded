#include "io/npy/npy.hpp"

#include "pipeline/core/decimal_number.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sluice {
namespace {

class NpyJoiner : public FileJoiner {
public:
    NpyJoiner(std::function<void(Bytes)> write, std::size_t count, ArrayLayout layout)
        : write_(std::move(write)), count_(count), layout_(layout) {}

    void add(const FileBytes& file) override {
        const NpyArray array = npy_array(file);
        const std::vector<std::size_t> image = image_in(array.shape);
        if (shape_.empty()) begin(array.type, image);
        if (array.type != type_ || image != shape_)
            throw_input("its array is " + npy_shape(image) + " of " + array.type +
                        ", and that of the first is " + npy_shape(shape_) + " of " + type_);
        const std::size_t bytes = std::accumulate(image.begin(), image.end(), sample_, std::multiplies<>());
        constexpr std::size_t piece = std::size_t{1} << 20;
        for (std::size_t at = 0; at < bytes; at += piece)
            write_(file.whole(array.offset + at, std::min(piece, bytes - at)));
    }

private:
    // The axes of one image. Only layers bring a fourth axis that nobody asked for.
    std::vector<std::size_t> image_in(std::vector<std::size_t> shape) const {
        const bool counted =
            layout_ == ArrayLayout::automatic ? shape.size() > 3 : name(layout_).starts_with('n');
        if (!counted) return shape;
        if (shape.empty() || shape.front() != 1)
            throw_input("its array " + npy_shape(shape) +
                        " has several layers, and each image that is joined has one");
        shape.erase(shape.begin());
        return shape;
    }

    void begin(const std::string& type, const std::vector<std::size_t>& image) {
        const auto sample = decimal_number(type.substr(std::min<std::size_t>(2, type.size())));
        if (!sample || *sample == 0 || image.empty()) throw_input("it holds no image");
        sample_ = *sample;
        type_ = type;
        shape_ = image;
        std::vector<std::size_t> all{count_};
        all.insert(all.end(), image.begin(), image.end());
        write_(npy_head(type, all));
    }

    std::function<void(Bytes)> write_;
    std::size_t count_;
    ArrayLayout layout_;
    std::string type_;  // of the first, and the axes of its image
    std::vector<std::size_t> shape_;
    std::size_t sample_ = 0;  // bytes
};

}  // namespace

std::unique_ptr<FileJoiner> npy_join(std::function<void(Bytes)> write, std::size_t count,
                                     const EncodeOptions& options) {
    return std::make_unique<NpyJoiner>(std::move(write), count, npy_writing().filled(options.own).layout);
}

}  // namespace sluice

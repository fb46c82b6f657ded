// The bridge to DLPack, where its header is installed.
#include "tests/error_of.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#ifdef SLUICE_TEST_DLPACK
#include "tests/reference/random_image.hpp"
#include "tests/sluice/devices.hpp"

#include <sluice/dlpack.hpp>
#include <sluice/sluice.hpp>

#include <cstring>
#include <memory>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

struct Deleter {
    void operator()(DLManagedTensor* tensor) const { tensor->deleter(tensor); }
};
using Owned = std::unique_ptr<DLManagedTensor, Deleter>;

bool same(const ConstHostView& a, const ConstHostView& b) {
    if (!(a.format == b.format)) return false;
    for (std::size_t y = 0; y < a.format.rows(); ++y)
        for (std::size_t x = 0; x < a.format.width; ++x)
            for (int c = 0; c < a.format.channels; ++c)
                if (sample(a, x, y, c) != sample(b, x, y, c)) return false;
    return true;
}

// A tensor that lies in memory of somebody else's.
struct Lent {
    std::vector<std::int64_t> shape, strides;
    DLTensor tensor{};

    Lent(void* data, std::vector<std::int64_t> shape_, std::vector<std::int64_t> strides_,
         DLDataType type = {kDLUInt, 8, 1})
        : shape(std::move(shape_)), strides(std::move(strides_)) {
        tensor.data = data;
        tensor.device = {kDLCPU, 0};
        tensor.ndim = static_cast<int>(shape.size());
        tensor.dtype = type;
        tensor.shape = shape.data();
        tensor.strides = strides.empty() ? nullptr : strides.data();
    }
};

}  // namespace

TEST_CASE("an image goes to a tensor and back, of every type") {
    for (const Pixel pixel :
         {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        for (const int channels : {1, 2, 3, 4})
            for (const std::size_t layers : {1, 3}) {
                ImageFormat format{7, 5, channels, pixel};
                format.layers = layers;
                CAPTURE(format.text());
                const HostImage image = reference::random_image(format);
                const Owned tensor(dl_tensor(image));
                CHECK(tensor->dl_tensor.ndim == (layers > 1 ? 4 : 3));
                HostView back = dl_view(tensor->dl_tensor);
                back.format.grey_alpha = image.format().grey_alpha;  // as a tensor does not say
                CHECK(same(back, image.view()));
            }
    // With the lanes and the pitch of a device.
    const ImageFormat format{7, 5, 3, Pixel::u8};
    HostImage padded(format, Destination{Layout::device});
    padded.clear();
    set_sample(padded.view(), 6, 4, 2, 99);
    const HostImage copy = padded;
    const Owned tensor(dl_tensor(std::move(padded)));
    CHECK(dl_view(tensor->dl_tensor).lanes == 4);
    CHECK(same(dl_view(tensor->dl_tensor), copy.view()));
}

TEST_CASE("a region of a tensor is read and written where it is") {
    std::vector<std::uint8_t> pixels(10 * 20 * 3);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 7);
    const std::vector<std::uint8_t> before = pixels;
    Lent region(pixels.data(), {4, 5, 3}, {20 * 3, 3, 1});
    region.tensor.byte_offset = (2 * 20 + 6) * 3;
    const HostView view = dl_view(region.tensor);
    const Plan plan(Graph::from_chain("invert"), view.format, device());
    Session session(plan);
    session.submit({{"input", LentView{view}}}, {{"output", view}}).wait();
    for (std::size_t y = 0; y < 10; ++y)
        for (std::size_t x = 0; x < 20 * 3; ++x) {
            const bool inside = y >= 2 && y < 6 && x >= 6 * 3 && x < 11 * 3;
            const std::uint8_t was = before[y * 60 + x];
            CHECK(pixels[y * 60 + x] == (inside ? 255 - was : was));
        }
}

TEST_CASE("a result goes into its slot of a tensor of planes, and comes from there") {
    const ImageFormat format{33, 17, 3, Pixel::u8};
    const HostImage image = reference::random_image(format);
    const Plan plan(Graph::from_chain("convert pixel=f32"), format, device(),
                    {.storage_of = {{"output", StorageChoice::planes}}});
    Session session(plan);
    const HostImage expected = session.submit(image.view()).read();
    const std::size_t each = 3 * 17 * 33;
    std::vector<float> batch(3 * each, -1);
    const HostView slot = tensor_slot(batch.data(), expected.format(), TensorLayout::nchw, 1);
    session.submit({{"input", image.view()}}, {{"output", slot}}).wait();
    CHECK(batch[each - 1] == -1);
    CHECK(batch[2 * each] == -1);
    const Lent planes(batch.data() + each, {3, 17, 33}, {}, {kDLFloat, 32, 1});
    CHECK(same(dl_view(planes.tensor, TensorLayout::nchw), expected.view()));
    const Lent one(batch.data() + each, {1, 3, 17, 33}, {3 * each, each / 3, 33, 1}, {kDLFloat, 32, 1});
    CHECK(same(dl_view(one.tensor, TensorLayout::nchw), expected.view()));
    const auto refusal = [&](std::vector<std::int64_t> shape, std::vector<std::int64_t> strides) {
        const Lent lent(batch.data(), std::move(shape), std::move(strides), {kDLFloat, 32, 1});
        return error_of([&] { dl_view(lent.tensor, TensorLayout::nchw); });
    };
    CHECK(refusal({2, 3, 17, 33}, {}) ==
          "DLTensor: it must have the dimensions C H W, or 1 C H W: pass the images of a batch one by one");
    CHECK(refusal({17, 33, 5}, {}) == "DLTensor: it has 17 channels; an image has 1 to 4");
    CHECK(refusal({3, 17, 33}, {1, 99, 3}) == "DLTensor: the samples of a row are not adjacent");
    CHECK(refusal({3, 17, 33}, {33, 33, 1}) == "DLTensor: its rows or planes overlap, or run backwards");
    CHECK(error_of([&] {
              tensor_slot(batch.data(), {.width = 2, .height = 2, .channels = 3, .layers = 2},
                          TensorLayout::nhwc, 0);
          }) == "tensor: an image in a tensor has one layer, not 2");
}

TEST_CASE("tensors of OpenCL are images on the device") {
    const ImageFormat format{33, 17, 3, Pixel::u8};
    const HostImage image = reference::random_image(format);
    const PlanOptions rows{.storage_of = {{"input", StorageChoice::rows}, {"output", StorageChoice::rows}}};
    const Plan plan(Graph::from_chain("invert"), format, device(), rows);
    Session first(plan, {.download = false}), second(plan);
    Frame frame = first.submit(image.view());
    frame.wait();
    const Owned tensor(dl_tensor(frame.image()));
    CHECK(tensor->dl_tensor.device.device_type == kDLOpenCL);
    CHECK(same(second.submit(dl_image(device(), tensor->dl_tensor)).read().view(), image.view()));
    CHECK(error_of([&] { dl_view(tensor->dl_tensor); }) ==
          "DLTensor: it is on a device; dl_view() takes tensors in host memory (kDLCPU)");
}

TEST_CASE("tensors that are no images are refused") {
    std::vector<std::uint8_t> pixels(3 * 4 * 5 * 8);
    const auto refusal = [&](std::vector<std::int64_t> shape, std::vector<std::int64_t> strides,
                             DLDataType type = {kDLUInt, 8, 1}) {
        const Lent lent(pixels.data(), std::move(shape), std::move(strides), type);
        return error_of([&] { dl_view(lent.tensor); });
    };
    CHECK(refusal({4, 5, 3}, {}).empty());
    CHECK(refusal({4, 5}, {}).empty());
    CHECK(refusal({4}, {}) == "DLTensor: it has 1 dimensions; an image has H W, H W C or N H W C");
    CHECK(refusal({4, 0, 3}, {}) == "DLTensor: it has no pixels");
    CHECK(refusal({3, 4, 5}, {}) == "DLTensor: it has 5 channels; an image has 1 to 4");
    CHECK(refusal({4, 5, 3}, {5, 1, 20}) ==
          "DLTensor: the samples of a pixel are not adjacent; for planes (C H W), pass TensorLayout::nchw");
    CHECK(refusal({4, 5, 3}, {-15, 3, 1}) == "DLTensor: its rows overlap or run from bottom to top");
    CHECK(refusal({2, 4, 5, 3}, {61, 15, 3, 1}) == "DLTensor: its layers are not adjacent");
    CHECK(refusal({4, 5, 3}, {}, {kDLFloat, 8, 1}) ==
          "DLTensor: its type (code 2, 8 bits, 1 lanes) must be u8, i8, u16, i16, i32, f16, f32 or f64, "
          "with one lane");
    Lent tensor(pixels.data(), {4, 5, 3}, {});
    CHECK(error_of([&] { dl_image(device(), tensor.tensor); }) ==
          "DLTensor: it is not in OpenCL memory (kDLOpenCL); for host memory, use dl_view()");
}

#else

TEST_CASE("the bridge to DLPack") { report_skip("DLPack was not found when this was built"); }

#endif

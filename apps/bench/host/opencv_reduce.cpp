#include "apps/bench/host/opencv_reduce.hpp"

#include "apps/measure/times.hpp"

#ifdef SLUICE_OPENCV
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include <cstdlib>
#endif

namespace sluice::apps {

#ifdef SLUICE_OPENCV
namespace {

int depth(Pixel pixel) {
    switch (pixel) {
        case Pixel::u8: return CV_8U;
        case Pixel::i8: return CV_8S;
        case Pixel::u16: return CV_16U;
        case Pixel::i16: return CV_16S;
        case Pixel::i32: return CV_32S;
        case Pixel::f32: return CV_32F;
        case Pixel::f64: return CV_64F;
        case Pixel::f16: break;
    }
    return -1;
}

template <class Image>
void reduce(const Image& image) {
    double low = 0, high = 0;
    cv::minMaxLoc(image.reshape(1), &low, &high);
    cv::sum(image);
}

}  // namespace

struct OpencvReduce::Images {
    cv::Mat host;
    cv::UMat device;  // empty where OpenCV has no OpenCL
};

bool OpencvReduce::can(const ImageFormat& format) { return depth(format.pixel) >= 0 && format.layers == 1; }

OpencvReduce::OpencvReduce(const HostImage& src, DeviceFacts::Type type)
    : images_(std::make_unique<Images>()) {
    ::setenv("OPENCV_OPENCL_DEVICE", type == DeviceFacts::Type::cpu ? ":CPU:" : ":GPU:", 0);
    const ImageFormat& format = src.format();
    images_->host = cv::Mat(static_cast<int>(format.height), static_cast<int>(format.width),
                            CV_MAKETYPE(depth(format.pixel), format.channels),
                            const_cast<std::byte*>(src.row(0)), src.pitch());
    cv::ocl::setUseOpenCL(true);
    if (cv::ocl::useOpenCL()) images_->host.copyTo(images_->device);
}

double OpencvReduce::cpu_ms() {
    return time_of([&] { reduce(images_->host); });
}

std::optional<double> OpencvReduce::opencl_ms() {
    if (images_->device.empty()) return {};
    return time_of([&] { reduce(images_->device); });
}
#else
struct OpencvReduce::Images {};
bool OpencvReduce::can(const ImageFormat&) { return false; }
OpencvReduce::OpencvReduce(const HostImage&, DeviceFacts::Type) {}
double OpencvReduce::cpu_ms() { return 0; }
std::optional<double> OpencvReduce::opencl_ms() { return {}; }
#endif

OpencvReduce::~OpencvReduce() = default;

}  // namespace sluice::apps

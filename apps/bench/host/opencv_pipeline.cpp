#include "apps/bench/host/opencv_pipeline.hpp"

#ifdef SLUICE_OPENCV
#include <opencv2/core.hpp>

#include <cmath>
#include <vector>
#endif

namespace sluice::apps {

#ifdef SLUICE_OPENCV
struct OpencvPipeline::Images {
    ImageFormat format;
    bool linear;
    cv::Mat src, dst, levels;
    // Kept from run to run, so that allocating them is not part of the measurement.
    cv::Mat light;
    std::vector<cv::Mat> planes;
    cv::Mat dark, is_dark;

    void stretch();
    void stretch_light();
};

namespace {

// For cv::LUT: 256 levels of R, G, B in linear light, and of A.
cv::Mat linear_levels() {
    cv::Mat levels(1, 256, CV_32FC4);
    for (int v = 0; v < 256; ++v) {
        const auto c = static_cast<float>(v / 255.0);
        const float light = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
        levels.at<cv::Vec4f>(v) = {light, light, light, c};
    }
    return levels;
}

}  // namespace

bool OpencvPipeline::there() { return true; }

OpencvPipeline::OpencvPipeline(const HostImage& src, bool linear) : images_(std::make_unique<Images>()) {
    images_->format = src.format();
    images_->linear = linear;
    images_->src = cv::Mat(static_cast<int>(src.format().height), static_cast<int>(src.format().width),
                           CV_8UC4, const_cast<std::byte*>(src.row(0)), src.pitch());
    images_->levels = linear_levels();
}

void OpencvPipeline::Images::stretch() {
    cv::split(src, planes);
    for (std::size_t c = 0; c < 3; ++c) {
        double low = 0, high = 0;
        cv::minMaxIdx(planes[c], &low, &high);
        const double scale = high > low ? 255 / (high - low) : 1;
        planes[c].convertTo(planes[c], CV_8U, scale, high > low ? -low * scale : 0);
    }
    cv::merge(planes, dst);
}

void OpencvPipeline::Images::stretch_light() {
    cv::LUT(src, levels, light);
    cv::split(light, planes);
    for (std::size_t c = 0; c < 3; ++c) {
        cv::Mat& plane = planes[c];
        double low = 0, high = 0;
        cv::minMaxIdx(plane, &low, &high);
        const double scale = high > low ? 1 / (high - low) : 1;
        plane.convertTo(plane, CV_32F, scale, high > low ? -low * scale : 0);
        cv::max(plane, 0, plane);  // a rounding below 0 has no power
        cv::pow(plane, 0.8, plane);
        plane.convertTo(dark, CV_32F, 12.92);
        cv::compare(plane, 0.0031308, is_dark, cv::CMP_LE);
        cv::pow(plane, 1 / 2.4, plane);
        plane.convertTo(plane, CV_32F, 1.055, -0.055);
        dark.copyTo(plane, is_dark);
    }
    cv::merge(planes, light);
    light.convertTo(dst, CV_8U, 255);
}

void OpencvPipeline::run() { images_->linear ? images_->stretch_light() : images_->stretch(); }

ConstHostView OpencvPipeline::result() const {
    return {images_->format, images_->dst.data, images_->dst.step[0]};
}
#else
struct OpencvPipeline::Images {};
bool OpencvPipeline::there() { return false; }
OpencvPipeline::OpencvPipeline(const HostImage&, bool) {}
void OpencvPipeline::run() {}
ConstHostView OpencvPipeline::result() const { return {}; }
#endif

OpencvPipeline::~OpencvPipeline() = default;

}  // namespace sluice::apps

#include "apps/bench/host/opencv_normalize.hpp"

#ifdef SLUICE_OPENCV
#include <opencv2/core.hpp>
#endif

namespace sluice::apps {

#ifdef SLUICE_OPENCV
struct OpencvNormalize::Images {
    ConstHostView view;
    cv::Mat src, dst;
};

bool OpencvNormalize::there() { return true; }
int OpencvNormalize::threads() { return cv::getNumThreads(); }

OpencvNormalize::OpencvNormalize(const ConstHostView& src) : images_(std::make_unique<Images>()) {
    images_->view = src;
    images_->src = cv::Mat(static_cast<int>(src.format.height), static_cast<int>(src.format.width),
                           CV_8UC(static_cast<int>(src.step())), const_cast<void*>(src.data), src.pitch);
}

void OpencvNormalize::run() { cv::normalize(images_->src, images_->dst, 0, 255, cv::NORM_MINMAX); }

ConstHostView OpencvNormalize::result() const {
    return {images_->view.format, images_->dst.data, images_->dst.step[0], images_->view.lanes};
}
#else
struct OpencvNormalize::Images {};
bool OpencvNormalize::there() { return false; }
int OpencvNormalize::threads() { return 0; }
OpencvNormalize::OpencvNormalize(const ConstHostView&) {}
void OpencvNormalize::run() {}
ConstHostView OpencvNormalize::result() const { return {}; }
#endif

OpencvNormalize::~OpencvNormalize() = default;

}  // namespace sluice::apps

// The min-max stretch of a folder as an OpenCV program does it: opencv IN OUT THREADS.
#include "apps/bench/peers/folder.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <filesystem>
#include <vector>

namespace fs = std::filesystem;

namespace {

void stretch(const fs::path& in, const fs::path& out) {
    const cv::Mat image = cv::imread(in.string(), cv::IMREAD_COLOR);
    std::vector<cv::Mat> planes;
    cv::split(image, planes);
    cv::Mat table(1, 256, CV_8UC3);
    for (int c = 0; c < 3; ++c) {
        double low = 0, high = 0;
        cv::minMaxLoc(planes[static_cast<std::size_t>(c)], &low, &high);
        for (int v = 0; v < 256; ++v)
            table.at<cv::Vec3b>(v)[c] =
                cv::saturate_cast<uchar>(high > low ? (v - low) * 255 / (high - low) : v);
    }
    cv::Mat result;
    cv::LUT(image, table, result);
    cv::imwrite(out.string(), result, {cv::IMWRITE_JPEG_QUALITY, 90});
}

}  // namespace

int main(int argc, char** argv) {
    cv::setNumThreads(1);  // those of the folder are enough
    return each_file(argc, argv, [] { return stretch; });
}

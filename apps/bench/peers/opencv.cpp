// The stretch of a folder as an OpenCV program does it: opencv IN OUT THREADS [percentiles].
#include "apps/bench/peers/folder.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <array>
#include <filesystem>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Range {
    double low = 0, high = 0;
};

std::array<Range, 3> extremes(const cv::Mat& image) {
    std::vector<cv::Mat> planes;
    cv::split(image, planes);
    std::array<Range, 3> found;
    for (std::size_t c = 0; c < 3; ++c) cv::minMaxLoc(planes[c], &found[c].low, &found[c].high);
    return found;
}

// Of all colours together: one long row of them.
std::array<Range, 3> percentiles(const cv::Mat& image) {
    const cv::Mat values = image.reshape(1);
    const int bins = 256, channel = 0;
    const float ends[] = {0, 256};
    const float* range = ends;
    cv::Mat histogram;
    cv::calcHist(&values, 1, &channel, cv::Mat(), histogram, 1, &bins, &range);
    const auto level = [&](double percent) {
        double below = 0;
        for (int v = 0; v < bins; ++v)
            if ((below += histogram.at<float>(v)) >= percent / 100 * static_cast<double>(values.total()))
                return v;
        return bins - 1;
    };
    const Range joint{static_cast<double>(level(lower_percentile)),
                      static_cast<double>(level(upper_percentile))};
    return {joint, joint, joint};
}

void stretch(const fs::path& in, const fs::path& out, bool by_percentiles) {
    const cv::Mat image = cv::imread(in.string(), cv::IMREAD_COLOR);
    const std::array<Range, 3> ranges = by_percentiles ? percentiles(image) : extremes(image);
    cv::Mat table(1, 256, CV_8UC3);
    for (int c = 0; c < 3; ++c) {
        const auto [low, high] = ranges[static_cast<std::size_t>(c)];
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
    return each_file(argc, argv, [joint = by_percentiles(argc, argv)] {
        return [joint](const fs::path& in, const fs::path& out) { stretch(in, out, joint); };
    });
}

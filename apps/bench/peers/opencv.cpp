// The min-max stretch of a folder as an OpenCV program does it: opencv IN OUT THREADS.
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>
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
    if (argc != 4) return 2;
    cv::setNumThreads(1);  // the threads below are enough
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(argv[1])) files.push_back(entry.path());
    fs::create_directories(argv[2]);
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < std::atoi(argv[3]); ++t)
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < files.size(); i = next++)
                stretch(files[i], fs::path(argv[2]) / files[i].filename());
        });
    for (std::thread& thread : threads) thread.join();
}

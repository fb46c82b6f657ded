// The bridge to OpenCV, where OpenCV is installed.
#include "tests/error_of.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#ifdef SLUICE_TEST_OPENCV
#include <sluice/opencv.hpp>
#include <sluice/sluice.hpp>

#include <cstdlib>

using namespace sluice;

namespace {

cv::Mat random_mat(int rows, int cols, int type, double low, double high) {
    cv::Mat mat(rows, cols, type);
    cv::RNG(7).fill(mat, cv::RNG::UNIFORM, cv::Scalar::all(low), cv::Scalar::all(high));
    return mat;
}

double largest_difference(const cv::Mat& a, const cv::Mat& b) { return cv::norm(a, b, cv::NORM_INF); }

}  // namespace

TEST_CASE("a Mat and a region of one are normalized where they are, as cv::normalize does it") {
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC3}) {
        CAPTURE(type);
        const double white = CV_MAT_DEPTH(type) == CV_8U ? 255 : 65535;
        const cv::Mat whole = random_mat(40, 90, type, 0.2 * white, 0.7 * white);
        const cv::Mat src = whole(cv::Rect(7, 3, 53, 20));
        cv::Mat expected, around(60, 100, type, cv::Scalar::all(9)), dst = around(cv::Rect(11, 5, 53, 20));
        cv::normalize(src, expected, 0, white, cv::NORM_MINMAX);
        const uchar* pixels = dst.data;
        CvPipeline stretch("normalize group=joint");
        stretch(src, dst);
        CHECK(dst.data == pixels);
        CHECK(largest_difference(dst, expected) <= 1);
        cv::Mat made;
        normalize(src, made);
        CHECK(largest_difference(made, dst) == 0);
        dst.setTo(cv::Scalar::all(9));
        CHECK(largest_difference(around, cv::Mat(around.size(), type, cv::Scalar::all(9))) == 0);
        for (const Transfer& transfer : stretch.transfers())
            if (stretch.transfers().size() == 2 && Device::pick().facts().cpu())
                CHECK(name(transfer.way) == "in place");
    }
}

TEST_CASE("a Mat of bgr becomes Lab with L first, as OpenCV has it") {
    const cv::Mat bgr = random_mat(9, 40, CV_8UC3, 0, 255);
    cv::Mat rgb(bgr.size(), bgr.type()), lab, expected;
    cv::mixChannels(std::vector<cv::Mat>{bgr}, std::vector<cv::Mat>{rgb}, {0, 2, 1, 1, 2, 0});
    CvPipeline to_lab("convert to=lab");
    to_lab(bgr, lab);
    to_lab(rgb, expected, CvChannels::rgb);
    CHECK(lab.type() == CV_32FC3);
    CHECK(largest_difference(lab, expected) == 0);
}

TEST_CASE("a Mat of four channels is what the caller says") {
    const cv::Mat src = random_mat(9, 40, CV_8UC4, 50, 200);
    cv::Mat dst;
    CvPipeline stretch("normalize group=joint");
    CHECK(error_of([&] { stretch(src, dst); }) ==
          "cv::Mat: 4 channels are ambiguous; pass a sluice::CvChannels");
    CHECK(error_of([&] { stretch(src, dst, CvChannels::bgr); }) ==
          "cv::Mat: it has 4 channels, but bgr has 3");
    stretch(src, dst, CvChannels::bgrx);
    CHECK(dst.type() == CV_8UC4);
    std::vector<cv::Mat> in, out;
    cv::split(src, in);
    cv::split(dst, out);
    cv::Mat three, expected, result;
    cv::merge(std::vector<cv::Mat>(in.begin(), in.begin() + 3), three);
    cv::merge(std::vector<cv::Mat>(out.begin(), out.begin() + 3), result);
    cv::normalize(three, expected, 0, 255, cv::NORM_MINMAX);
    CHECK(largest_difference(result, expected) <= 1);
    CvPipeline invert("invert");
    invert(src, dst, CvChannels::bgra);
    cv::split(dst, out);
    CHECK(largest_difference(out[3], in[3]) == 0);  // alpha stays
    CHECK(largest_difference(out[0], 255 - in[0]) == 0);
}

TEST_CASE("a Mat may be its own result, become another size, and is refused where it is no image") {
    cv::Mat frame = random_mat(20, 53, CV_8UC3, 20, 120), expected;
    cv::normalize(frame, expected, 0, 255, cv::NORM_MINMAX);
    normalize(frame, frame);
    CHECK(largest_difference(frame, expected) <= 1);
    CvPipeline grey("resize width=10 | convert channels=1");
    cv::Mat small;
    grey(frame, small);
    CHECK(small.cols == 10);
    CHECK(small.type() == CV_8UC1);
    CHECK(error_of([&] { grey(cv::Mat(), small); }) == "cv::Mat: it is empty");
    const int sizes[] = {2, 3, 4};
    CHECK(error_of([&] { grey(cv::Mat(3, sizes, CV_8U), small); }) ==
          "cv::Mat: it has 3 dimensions; an image has two");
}

TEST_CASE("a UMat of OpenCV's device is read and written there") {
    setenv("OPENCV_OPENCL_DEVICE", ":CPU:", 0);  // as a test machine has it; before OpenCV first looks
    cv::ocl::setUseOpenCL(true);
    if (!cv::ocl::useOpenCL()) return report_skip("OpenCV uses no OpenCL device");
    const cv::Mat whole = random_mat(40, 90, CV_8UC3, 40, 150);
    const cv::Mat region = whole(cv::Rect(7, 3, 53, 20));
    cv::UMat src = whole.getUMat(cv::ACCESS_READ)(cv::Rect(7, 3, 53, 20)), dst;
    cv::Mat expected;
    cv::normalize(region, expected, 0, 255, cv::NORM_MINMAX);
    CvPipeline stretch("normalize group=joint", cv_device());
    for (int again = 0; again < 3; ++again) stretch(src, dst);
    for (const Transfer& transfer : stretch.transfers()) CHECK(name(transfer.way) == "in place");
    CHECK(largest_difference(dst.getMat(cv::ACCESS_READ), expected) <= 1);
    cv::UMat twice;
    cv::add(dst, dst, twice);  // OpenCV goes on
    CHECK(twice.getMat(cv::ACCESS_READ).at<uchar>(0, 0) ==
          cv::saturate_cast<uchar>(2 * int{dst.getMat(cv::ACCESS_READ).at<uchar>(0, 0)}));

    CvPipeline elsewhere("invert", Device::pick());
    CHECK_THROWS_WITH_AS(elsewhere(src, dst), doctest::Contains("the memory belongs to another context"),
                         Error);
}

#else

TEST_CASE("the bridge to OpenCV") { report_skip("OpenCV was not found when this was built"); }

#endif

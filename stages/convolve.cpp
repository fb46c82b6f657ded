#include "stages/shared/filter.hpp"
#include "stages/shared/window.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace sluice::stages {
namespace {

struct Convolve {
    std::string kernel = "0,-1,0/-1,5,-1/0,-1,0";
    std::optional<double> scale = 1;
    CodeValue offset;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
};

constexpr std::size_t most_side = 101;

// Rows of weights as they are written; what is wrong with them is in `fault`.
struct WeightMatrix {
    std::vector<std::vector<double>> rows{{}};
    std::string fault;

    explicit WeightMatrix(const std::string& text) {
        std::string word;
        for (const char c : text + ',') {
            if (c != ',' && c != ';' && c != '/' && c != ' ') {
                word += c;
                continue;
            }
            if (!word.empty()) add(word);
            word.clear();
            if (c == ';' || c == '/') rows.emplace_back();
        }
        const std::size_t width = rows[0].size();
        for (const std::vector<double>& row : rows)
            if (row.size() != width)
                fault = "kernel has rows of " + std::to_string(width) + " and of " +
                        std::to_string(row.size()) + " weights; all rows must have the same length";
        if (fault.empty() && width == 0) fault = "kernel has no weights";
        if (fault.empty() && std::max(width, rows.size()) > most_side)
            fault = "kernel is larger than 101 x 101";
    }

    double sum() const {
        double sum = 0;
        for (const std::vector<double>& row : rows) sum = std::accumulate(row.begin(), row.end(), sum);
        return sum;
    }

private:
    void add(const std::string& word) {
        const std::optional<double> number = number_from(word);
        if (!number) fault = "kernel has '" + word + "', which is not a number";
        rows.back().push_back(number.value_or(0));
    }
};

// What weighs columns and rows one after the other, where that is all there is to it: a rank of 1. Whole
// weights stay whole.
std::optional<std::pair<std::vector<double>, std::vector<double>>> columns_and_rows(
    const WeightMatrix& matrix) {
    std::size_t row = 0, column = 0;
    for (std::size_t y = 0; y < matrix.rows.size(); ++y)
        for (std::size_t x = 0; x < matrix.rows[0].size(); ++x)
            if (std::fabs(matrix.rows[y][x]) > std::fabs(matrix.rows[row][column])) row = y, column = x;
    std::vector<double> columns = matrix.rows[row], rows;
    if (columns[column] == 0) return std::nullopt;
    const auto whole = [](double v) { return v == std::nearbyint(v) && std::fabs(v) < 0x1p53; };
    if (std::all_of(columns.begin(), columns.end(), whole)) {
        std::int64_t common = 0;
        for (const double v : columns) common = std::gcd(common, static_cast<std::int64_t>(v));
        for (double& v : columns) v /= static_cast<double>(common);
    }
    for (const std::vector<double>& of : matrix.rows) rows.push_back(of[column] / columns[column]);
    const double slack = 1e-12 * std::fabs(matrix.rows[row][column]);
    for (std::size_t y = 0; y < rows.size(); ++y)
        for (std::size_t x = 0; x < columns.size(); ++x)
            if (std::fabs(matrix.rows[y][x] - rows[y] * columns[x]) > slack) return std::nullopt;
    return std::pair(columns, rows);
}

Window window_of(const WeightMatrix& matrix) {
    Window window;
    const auto height = static_cast<std::int64_t>(matrix.rows.size());
    const auto width = static_cast<std::int64_t>(matrix.rows[0].size());
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) {
            const double weight = matrix.rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
            if (weight != 0) window.add(x - width / 2, y - height / 2, weight);
        }
    return window;
}

void expand(const Convolve& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const WeightMatrix matrix(p.kernel);
    const auto apart = columns_and_rows(matrix);
    const double scale = p.scale.value_or(matrix.sum());
    const double offset = p.offset.in(src.white_value());
    const bool done = scale == 1 && offset == 0 && !(apart && src.has_alpha());
    Values values{{"edge", value_of(p.edge)},
                  {"color", lanes_of(p.color, src)},
                  {"pixel", value_of(done ? src.pixel : real_of(src.pixel))}};
    Expansion::Edge sum;
    if (apart) {
        values["columns"] = apart->first;
        values["rows"] = apart->second;
        sum = e.add("weighed", "weighed", values, {image});
    } else {
        sum = walked(e, "correlated", "weighed", window_of(matrix), image, values);
    }
    e.output(done ? sum : e.add("scaled", "scaled", {{"scale", scale}, {"offset", offset}}, {image, sum}));
}

std::string wrong(const Convolve& p) {
    const WeightMatrix matrix(p.kernel);
    if (!matrix.fault.empty()) return matrix.fault;
    if (p.scale == 0.0) return "scale=0 divides by nothing; 1 leaves the sum as it is";
    if (!p.scale && std::fabs(matrix.sum()) < 1e-9)
        return "scale=sum divides by the sum of the weights, which is 0; give a number";
    return "";
}

}  // namespace

StageDef convolve() {
    return composition<Convolve>("convolve",
                                 "Convolves an image with your own kernel, as cv::filter2D: correlation, the "
                                 "kernel is not flipped.")
        .also({{"filter2D", "0,-1,0/-1,5,-1/0,-1,0"},
               {"conv", "0,-1,0/-1,5,-1/0,-1,0"},
               {"convolution", "0,-1,0/-1,5,-1/0,-1,0"},
               {"kernel", "0,-1,0/-1,5,-1/0,-1,0"},
               {"emboss", "-2,-1,0/-1,1,1/0,1,2"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image and with its alpha.")
        .example("0,-1,0;-1,5,-1;0,-1,0")
        .param("kernel", &Convolve::kernel,
               "Rows of weights, separated by / or ;. If a side has an even number of weights, the pixel is "
               "at the one after the middle. The default sharpens; 1 leaves the image as it is.",
               rows, such_as{"1,2,1/2,4,2/1,2,1", "1,0.5;-0.25,2", "0,1,0/2,-1,0.5/0,0,1"})
        .param("scale", &Convolve::scale,
               "Divisor of the weighted sum, as in Pillow and libvips. sum is the sum of the weights.",
               range(-1e9, 1e9), keyword("sum"), live_while("scale=1 and offset=0 are not combined"))
        .param("offset", &Convolve::offset, "Number that is added after the division.", range(-1e9, 1e9),
               live_while("scale=1 and offset=0 are not combined"))
        .param("edge", &Convolve::edge, std::string(edge_doc) + " OpenCV's default border is mirror.")
        .param("color", &Convolve::color, color_doc, count(1, 4), keyword("none"),
               only_for("edge", {"constant"}))
        .check(wrong)
        .refuse([](const Convolve& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages

// The min-max stretch of a folder of JPEGs of three components by libjpeg and a plain loop, nothing else:
// libjpeg IN OUT THREADS. Errors end the program.
#include "apps/bench/peers/folder.hpp"

#include <cstdio>  // jpeglib.h needs it and does not include it

#include <jpeglib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Image {
    unsigned width = 0, height = 0;
    std::vector<unsigned char> pixels;  // kept from one picture to the next

    unsigned char* row(unsigned y) { return pixels.data() + std::size_t{3} * width * y; }
};

void read(const fs::path& path, Image& image) {
    jpeg_decompress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    std::FILE* file = std::fopen(path.c_str(), "rb");
    jpeg_stdio_src(&jpeg, file);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = JCS_RGB;
    jpeg_start_decompress(&jpeg);
    image.width = jpeg.output_width;
    image.height = jpeg.output_height;
    image.pixels.resize(std::size_t{3} * image.width * image.height);
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = image.row(jpeg.output_scanline);
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    std::fclose(file);
}

void stretch(Image& image) {
    std::array<unsigned char, 3> low{255, 255, 255}, high{};
    for (std::size_t i = 0; i < image.pixels.size(); i += 3)
        for (std::size_t c = 0; c < 3; ++c) {
            low[c] = std::min(low[c], image.pixels[i + c]);
            high[c] = std::max(high[c], image.pixels[i + c]);
        }
    unsigned char table[3][256];
    for (std::size_t c = 0; c < 3; ++c)
        for (int v = 0; v < 256; ++v)
            table[c][v] = static_cast<unsigned char>(
                high[c] > low[c]
                    ? std::clamp((v - low[c]) * 255.0F / static_cast<float>(high[c] - low[c]) + 0.5F, 0.0F,
                                 255.0F)
                    : static_cast<float>(v));
    for (std::size_t i = 0; i < image.pixels.size(); i += 3)
        for (std::size_t c = 0; c < 3; ++c) image.pixels[i + c] = table[c][image.pixels[i + c]];
}

void write(Image& image, const fs::path& path) {
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    std::FILE* file = std::fopen(path.c_str(), "wb");
    jpeg_stdio_dest(&jpeg, file);
    jpeg.image_width = image.width;
    jpeg.image_height = image.height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 90, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = image.row(jpeg.next_scanline);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    std::fclose(file);
}

}  // namespace

int main(int argc, char** argv) {
    return each_file(argc, argv, [] {
        return [image = Image()](const fs::path& in, const fs::path& out) mutable {
            read(in, image);
            stretch(image);
            write(image, out);
        };
    });
}

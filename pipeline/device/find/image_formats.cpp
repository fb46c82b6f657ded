#include "pipeline/core/format.hpp"
#include "pipeline/core/normalized_texel.hpp"
#include "pipeline/device/find/facts.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sluice {
namespace {

using Names = std::vector<std::pair<cl_uint, const char*>>;

std::string name_in(const Names& names, cl_uint value) {
    for (const auto& [known, name] : names)
        if (known == value) return name;
    return std::to_string(value);
}

cl_uint value_in(const Names& names, const std::string& name) {
    for (const auto& [value, known] : names)
        if (known == name) return value;
    return 0;
}

const Names& orders() {
    static const Names orders = {
        {CL_R, "R"},
        {CL_A, "A"},
        {CL_RG, "RG"},
        {CL_RA, "RA"},
        {CL_RGB, "RGB"},
        {CL_RGBA, "RGBA"},
        {CL_BGRA, "BGRA"},
        {CL_ARGB, "ARGB"},
        {CL_ABGR, "ABGR"},
        {CL_Rx, "Rx"},
        {CL_RGx, "RGx"},
        {CL_RGBx, "RGBx"},
        {CL_sRGB, "sRGB"},
        {CL_sRGBx, "sRGBx"},
        {CL_sRGBA, "sRGBA"},
        {CL_sBGRA, "sBGRA"},
        {CL_DEPTH, "DEPTH"},
        {CL_INTENSITY, "INTENSITY"},
        {CL_LUMINANCE, "LUMINANCE"},
    };
    return orders;
}

const Names& types() {
    static const Names types = {
        {CL_SNORM_INT8, "SNORM_INT8"},           {CL_SNORM_INT16, "SNORM_INT16"},
        {CL_UNORM_INT8, "UNORM_INT8"},           {CL_UNORM_INT16, "UNORM_INT16"},
        {CL_UNORM_INT24, "UNORM_INT24"},         {CL_UNORM_SHORT_565, "UNORM_SHORT_565"},
        {CL_UNORM_SHORT_555, "UNORM_SHORT_555"}, {CL_UNORM_INT_101010, "UNORM_INT_101010"},
        {CL_SIGNED_INT8, "SIGNED_INT8"},         {CL_SIGNED_INT16, "SIGNED_INT16"},
        {CL_SIGNED_INT32, "SIGNED_INT32"},       {CL_UNSIGNED_INT8, "UNSIGNED_INT8"},
        {CL_UNSIGNED_INT16, "UNSIGNED_INT16"},   {CL_UNSIGNED_INT32, "UNSIGNED_INT32"},
        {CL_HALF_FLOAT, "HALF_FLOAT"},           {CL_FLOAT, "FLOAT"},
    };
    return types;
}

// PoCL 3.1 lists R/HALF_FLOAT and reads the same number from every texel of it.
bool is_broken(std::string_view texel, const DeviceFacts& facts) {
    return texel == "R/HALF_FLOAT" && facts.pocl();
}

}  // namespace

std::string texel_name(const cl_image_format& format) {
    return name_in(orders(), format.image_channel_order) + "/" +
           name_in(types(), format.image_channel_data_type);
}

cl_image_format texel_format(const std::string& name) {
    const std::size_t slash = name.find('/');
    return {value_in(orders(), name.substr(0, slash)), value_in(types(), name.substr(slash + 1))};
}

std::vector<std::string> image_formats(cl_context context) {
    // READ_WRITE as OpenCL 1.2 means it: one kernel can read it, another one write it.
    const auto ask = [&](cl_uint size, cl_image_format* formats, cl_uint* count) {
        return clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, size, formats,
                                          count) == CL_SUCCESS;
    };
    cl_uint count = 0;
    if (!ask(0, nullptr, &count) || count == 0) return {};
    std::vector<cl_image_format> formats(count);
    if (!ask(count, formats.data(), nullptr)) return {};
    std::vector<std::string> names;
    for (const cl_image_format& format : formats) names.push_back(texel_name(format));
    return names;
}

void set_texels(DeviceFacts& facts, const std::vector<std::string>& formats) {
    const auto has = [&](std::string_view texel) {
        return std::find(formats.begin(), formats.end(), texel) != formats.end();
    };
    facts.packed_texels = has(packed_texel);
    facts.natural_texels.clear();
    for (const int channels : {1, 4})
        for (std::size_t pixel = 0; pixel < names_of<Pixel>.size(); ++pixel) {
            const ImageFormat format{1, 1, channels, static_cast<Pixel>(pixel)};
            for (const std::string_view texel : {natural_texel(format), normalized_texel(format)})
                if (has(texel) && !is_broken(texel, facts)) facts.natural_texels.emplace_back(texel);
        }
}

}  // namespace sluice

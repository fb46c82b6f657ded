#include "pipeline/device/facts.hpp"

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

std::string format_name(const cl_image_format& format) {
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
    return name_in(orders, format.image_channel_order) + "/" + name_in(types, format.image_channel_data_type);
}

}  // namespace

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
    for (const cl_image_format& format : formats) names.push_back(format_name(format));
    return names;
}

bool has_packed_texels(const std::vector<std::string>& formats) {
    return std::find(formats.begin(), formats.end(), "RGBA/UNSIGNED_INT32") != formats.end();
}

}  // namespace sluice

#include "pipeline/run/pack.hpp"

#include "pipeline/core/copy_rows.hpp"

#include <cstdint>

namespace sluice {

ConstHostView staged_rows(const PlannedImage& image, const std::byte* rows, std::size_t count) {
    ConstHostView view{image.format, rows, image.pitch};
    view.format.height = count;
    view.format.layers = 1;
    if (image.planes) view.plane = image.format.width * bytes(image.format.pixel);
    if (image.storage == Storage::rows) return view;
    view.format.order = Order::rgb;
    view.lanes = image.format.lanes();
    return view;
}

HostView staged_rows(const PlannedImage& image, std::byte* rows, std::size_t count) {
    const ConstHostView view = staged_rows(image, static_cast<const std::byte*>(rows), count);
    return {view.format, rows, view.pitch, view.lanes, view.plane};
}

bool same_in_staging(const PlannedImage& image) {
    return image.storage == Storage::rows || image.format.channels == image.format.lanes();
}

bool as_on_device(const ConstHostView& view, const PlannedImage& image) {
    return view.pitch == image.pitch &&
           same_samples(view, staged_rows(image, static_cast<const std::byte*>(nullptr), 0));
}

bool is_contiguous(const ConstHostView& view) {
    return view.pitch == view.format.width * bytes(view.format.pixel) &&
           view.plane == view.pitch * view.format.rows();
}

std::size_t moved_pitch(const PlannedImage& image, const ConstHostView& view) {
    return view.in_planes() ? image.pitch : view.pitch;
}

bool at_a_page(const ConstHostView& view) {
    return reinterpret_cast<std::uintptr_t>(view.data) % PageAllocator<std::byte>::page == 0;
}

}  // namespace sluice

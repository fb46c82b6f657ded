// Pixels in host memory: an owning image, and views of rows that somebody else owns.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace sluice {

// How pixels lie in the memory of a HostImage.
enum class Layout {
    packed,  // one behind the other, rows too
    // As in a buffer of a device, so that one that shares the host's memory can take them where they are:
    // pixels of three channels in four samples, rows device_pitch() bytes apart. Two channels, which
    // devices take as Y Y Y A or R G 0 0, are packed all the same.
    device,
};

// A view of rows; `pitch` is the distance of two rows in bytes. Samples of a pixel are adjacent, in
// format.order. Rows of layer k follow those of layer k-1. The memory stays its owner's.
struct ConstHostView {
    ImageFormat format;
    const void* data = nullptr;
    std::size_t pitch = 0;
    int lanes = 0;  // samples from one pixel to the next; 0 = format.channels

    std::size_t step() const { return static_cast<std::size_t>(lanes > 0 ? lanes : format.channels); }
    bool packed_pixels() const { return step() == static_cast<std::size_t>(format.channels); }

    const std::byte* row(std::size_t y) const { return static_cast<const std::byte*>(data) + y * pitch; }
};

struct HostView {
    ImageFormat format;
    void* data = nullptr;
    std::size_t pitch = 0;
    int lanes = 0;

    std::size_t step() const { return ConstHostView(*this).step(); }
    bool packed_pixels() const { return ConstHostView(*this).packed_pixels(); }
    std::byte* row(std::size_t y) const { return static_cast<std::byte*>(data) + y * pitch; }
    operator ConstHostView() const { return {format, data, pitch, lanes}; }
};

// Why a view cannot hold an image of its format (no memory can, its data is null, too small a pitch), or "".
SLUICE_API std::string unusable(const ConstHostView& view);

// How large pixels are on paper, as a file says it: pixels per unit, x and y > 0; 0: it does not say.
struct Resolution {
    enum class Unit { none, inch, centimetre, metre };  // none: only x : y means something
    double x = 0;
    double y = 0;
    Unit unit = Unit::none;

    // Whether there is nothing to carry along.
    bool empty() const { return x == 0; }
    bool operator==(const Resolution&) const = default;
};

// What a file holds beside its pixels. Carried from input to output where the output can hold it.
struct Metadata {
    std::vector<std::uint8_t> icc;     // an ICC profile, as in the file
    Space icc_space = Space::encoded;  // of the values that it is for: that of the image it was read with
    std::vector<std::uint8_t> exif;  // a block of EXIF, from "II" or "MM" on; its orientation is 1 (upright)
    std::vector<std::uint8_t> xmp;   // a packet of XMP, UTF-8; its orientation is 1 too
    Resolution resolution;
    // The chunks of a PNG that say without a profile which colours its values are (gAMA, cHRM, cICP, ...),
    // whole, as in the file.
    std::vector<std::uint8_t> png_color;
    // What else the file says and no Sink can write: "IPTC data", "comments". Each once.
    std::vector<std::string> uncarried;
    // The value of samples in the file that are no pixels. Where the image is of floats, they are NaN.
    std::optional<double> nodata;
    bool altered = false;  // pixels are not those of the file, row by row: turned upright, or read smaller

    bool empty() const {
        return icc.empty() && exif.empty() && xmp.empty() && resolution.empty() && png_color.empty();
    }
};

// Whole pages, which devices that share memory ask for, of memory of any kind. Leaves it as it is: who wants
// zeros writes them. Copies of what holds it take ordinary memory.
template <class T>
struct PageAllocator {
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    static constexpr std::size_t page = 4096;

    explicit PageAllocator(std::pmr::memory_resource* memory = std::pmr::new_delete_resource())
        : memory(memory) {}
    template <class U>
    PageAllocator(const PageAllocator<U>& other) : memory(other.memory) {}
    PageAllocator select_on_container_copy_construction() const { return PageAllocator(); }
    T* allocate(std::size_t n) { return static_cast<T*>(memory->allocate(n * sizeof(T), page)); }
    void deallocate(T* p, std::size_t n) { memory->deallocate(p, n * sizeof(T), page); }
    template <class U>
    void construct(U* p) {
        ::new (static_cast<void*>(p)) U;
    }
    bool operator==(const PageAllocator& other) const { return *memory == *other.memory; }

    std::pmr::memory_resource* memory;
};

// Where an image is to lie.
struct Destination {
    Layout layout = Layout::packed;
    std::pmr::memory_resource* memory = std::pmr::new_delete_resource();  // outlives the image
};

// An image that owns its pixels. Copies are deep.
class SLUICE_API HostImage {
public:
    HostImage() = default;
    // Throw Error(usage) for a format that no memory can have (an enumerator that there is not, more bytes
    // than there are addresses), and std::bad_alloc.
    explicit HostImage(const ImageFormat& format);  // packed; pixels are zero
    HostImage(const ImageFormat& format,
              const Destination& destination);  // pixels are whatever the memory held

    const ImageFormat& format() const { return format_; }
    Destination destination() const {
        return {layout_, pixels_.get_allocator().memory};
    }                                             // that it was made with
    std::size_t pitch() const { return pitch_; }  // bytes from row to row
    std::byte* row(std::size_t y) { return pixels_.data() + y * pitch(); }
    const std::byte* row(std::size_t y) const { return pixels_.data() + y * pitch(); }
    template <class T>
    T* as(std::size_t y) {
        return reinterpret_cast<T*>(row(y));
    }
    template <class T>
    const T* as(std::size_t y) const {
        return reinterpret_cast<const T*>(row(y));
    }

    HostView view() { return {format_, pixels_.data(), pitch_, lanes_}; }
    ConstHostView view() const { return {format_, pixels_.data(), pitch_, lanes_}; }
    void clear();  // pixels are zero

    Metadata metadata;

private:
    ImageFormat format_;
    Layout layout_ = Layout::packed;
    std::size_t pitch_ = 0;
    int lanes_ = 0;
    std::vector<std::byte, PageAllocator<std::byte>> pixels_;
};

// The sample at (x, y, channel) as a number; f16 is decoded. Slow: for tests and messages.
SLUICE_API double sample(const ConstHostView& image, std::size_t x, std::size_t y, int channel);
// Stores a number that the pixel type holds exactly (a float is rounded to nearest even).
SLUICE_API void set_sample(const HostView& image, std::size_t x, std::size_t y, int channel, double value);

SLUICE_API float half_to_float(std::uint16_t bits);
SLUICE_API std::uint16_t float_to_half(float value);  // nearest even

}  // namespace sluice

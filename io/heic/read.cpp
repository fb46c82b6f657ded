#include "io/boxes.hpp"
#include "io/exif/exif.hpp"
#include "io/gain_map.hpp"
#include "io/hdr_light.hpp"
#include "io/heic/heic.hpp"
#include "io/pages.hpp"
#include "io/resolution.hpp"
#include "io/rows.hpp"

#include <libheif/heif.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {
namespace {

constexpr std::size_t most_heic_metadata = std::size_t{8} << 20;  // bytes of a block that is kept

void check_heif(const heif_error& error) {
    if (error.code == heif_error_Ok) return;
    if (error.code == heif_error_Memory_allocation_error &&
        error.subcode != heif_suberror_Security_limit_exceeded)
        throw std::bad_alloc();
    if (error.subcode == heif_suberror_End_of_data) throw EndOfData();
    std::string words = error.message != nullptr ? error.message : "its data is damaged";
    throw_input("it is a broken HEIC: " + words);
}

template <class T, auto release>
struct HeifDeleter {
    void operator()(T* object) const { release(object); }
};
using HeifNclx = std::unique_ptr<heif_color_profile_nclx,
                                 HeifDeleter<heif_color_profile_nclx, heif_nclx_color_profile_free>>;
using HeifContext = std::unique_ptr<heif_context, HeifDeleter<heif_context, heif_context_free>>;
using HeifHandle =
    std::unique_ptr<heif_image_handle, HeifDeleter<heif_image_handle, heif_image_handle_release>>;
using HeifImage = std::unique_ptr<heif_image, HeifDeleter<heif_image, heif_image_release>>;
using HeifOptions =
    std::unique_ptr<heif_decoding_options, HeifDeleter<heif_decoding_options, heif_decoding_options_free>>;

// Gives libheif bytes of the file. No exception may pass through it.
struct HeifInput {
    explicit HeifInput(const FileBytes& from) : file(from), stream(from), size(from.size) {
        reader.reader_api_version = 1;
        reader.get_position = [](void* data) {
            return static_cast<std::int64_t>(static_cast<HeifInput*>(data)->stream.position());
        };
        reader.read = [](void* dst, std::size_t count, void* data) {
            auto& input = *static_cast<HeifInput*>(data);
            try {
                input.stream.take(dst, count);
                return 0;
            } catch (const EndOfData&) {
                return 1;
            } catch (...) {
                input.fault = std::current_exception();
                return 1;
            }
        };
        reader.seek = [](std::int64_t to, void* data) {
            auto& input = *static_cast<HeifInput*>(data);
            if (to < 0 || static_cast<std::uint64_t>(to) > input.size) return 1;
            input.stream.seek(static_cast<std::uint64_t>(to));
            return 0;
        };
        reader.wait_for_file_size = [](std::int64_t wanted, void* data) {
            const auto& input = *static_cast<HeifInput*>(data);
            return wanted >= 0 && static_cast<std::uint64_t>(wanted) <= input.size
                       ? heif_reader_grow_status_size_reached
                       : heif_reader_grow_status_size_beyond_eof;
        };
    }

    FileBytes file;
    ByteStream stream;
    std::uint64_t size;
    heif_reader reader{};
    std::exception_ptr fault;
};

class HeicFile {
public:
    explicit HeicFile(const FileBytes& file) : input_(file), context_(heif_context_alloc()) {
        if (!context_) throw std::bad_alloc();
        heif_context_set_max_decoding_threads(context_.get(), 0);
        run([&] { return heif_context_read_from_reader(context_.get(), &input_.reader, &input_, nullptr); });
        heif_item_id primary = 0;
        run([&] { return heif_context_get_primary_image_ID(context_.get(), &primary); });
        const int count = std::max(heif_context_get_number_of_top_level_images(context_.get()), 0);
        constexpr int most = 10'000;
        if (count > most) throw_input("it is a broken HEIC: it has " + std::to_string(count) + " images");
        ids_.resize(static_cast<std::size_t>(count));
        heif_context_get_list_of_top_level_image_IDs(context_.get(), ids_.data(), count);
        // The one that is shown first is the first page.
        std::erase(ids_, primary);
        ids_.insert(ids_.begin(), primary);
    }
    HeicFile(const HeicFile&) = delete;
    HeicFile& operator=(const HeicFile&) = delete;

    std::size_t count() const { return ids_.size(); }

    HeifHandle page(std::size_t number) {
        if (number > ids_.size()) throw_no_page(static_cast<int>(number), ids_.size());
        heif_image_handle* handle = nullptr;
        run([&] { return heif_context_get_image_handle(context_.get(), ids_[number - 1], &handle); });
        return HeifHandle(handle);
    }

    template <class Step>
    void run(Step step) {
        const heif_error error = step();
        if (input_.fault) std::rethrow_exception(input_.fault);
        if (error.code != heif_error_Ok && boxes_end_early(input_.file)) throw EndOfData();
        check_heif(error);
    }

private:
    HeifInput input_;
    HeifContext context_;
    std::vector<heif_item_id> ids_;
};

// How colours are coded; a profile decides instead.
CodedColours colours_of(const heif_image_handle* handle) {
    if (heif_image_handle_get_raw_color_profile_size(handle) > 0) return {};
    heif_color_profile_nclx* made = nullptr;
    const heif_error error = heif_image_handle_get_nclx_color_profile(handle, &made);
    const HeifNclx nclx(made);  // it is also made where it cannot be read
    if (error.code != heif_error_Ok || !nclx) return {};
    return {nclx->color_primaries, nclx->transfer_characteristics};
}

bool has_apple_gain_map(const heif_image_handle* handle) {
    constexpr int any = 0, most = 64;
    const int count = std::clamp(heif_image_handle_get_number_of_auxiliary_images(handle, any), 0, most);
    std::vector<heif_item_id> ids(static_cast<std::size_t>(count));
    heif_image_handle_get_list_of_auxiliary_image_IDs(handle, any, ids.data(), count);
    return std::any_of(ids.begin(), ids.end(), [&](heif_item_id id) {
        heif_image_handle* made = nullptr;
        if (heif_image_handle_get_auxiliary_image_handle(handle, id, &made).code != heif_error_Ok)
            return false;
        const HeifHandle image(made);
        const char* type = nullptr;
        if (heif_image_handle_get_auxiliary_type(image.get(), &type).code != heif_error_Ok) return false;
        const bool found = std::string_view(type).find("hdrgainmap") != std::string_view::npos;
        heif_image_handle_free_auxiliary_types(image.get(), &type);
        return found;
    });
}

int bits_of(const heif_image_handle* handle) { return heif_image_handle_get_luma_bits_per_pixel(handle); }

// Of what the library gives.
ImageFormat heic_coded_format(const heif_image_handle* handle) {
    const int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
    const int bits = bits_of(handle);
    if (width <= 0 || height <= 0 || bits < 1 || bits > 16)
        throw_input("it is a broken HEIC: its sizes make no sense");
    ImageFormat format;
    format.width = static_cast<std::size_t>(width);
    format.height = static_cast<std::size_t>(height);
    format.channels = heif_image_handle_has_alpha_channel(handle) != 0 ? 4 : 3;
    format.pixel = bits > 8 ? Pixel::u16 : Pixel::u8;
    if (colours_of(handle).is_linear()) format.space = Space::linear;
    return format;
}

// Of the image: PQ and HLG are light.
ImageFormat heic_format(const heif_image_handle* handle) {
    const ImageFormat coded = heic_coded_format(handle);
    return HdrLight::of(colours_of(handle)) ? HdrLight::format(coded) : coded;
}

ImageFormat heic_format(HeicFile& heic, int page) {
    ImageFormat format = heic_format(heic.page(static_cast<std::size_t>(std::max(page, 1))).get());
    if (page != 0) return format;
    for (std::size_t i = 2; i <= heic.count(); ++i)
        expect_same_page(i, heic_format(heic.page(i).get()), format);
    format.layers = heic.count();
    return format;
}

std::vector<std::uint8_t> block_of(const heif_image_handle* handle, const char* kind,
                                   std::string_view content, std::string_view name, const Warn& warn) {
    const int count = std::clamp(heif_image_handle_get_number_of_metadata_blocks(handle, kind), 0, 64);
    std::vector<heif_item_id> ids(static_cast<std::size_t>(count));
    heif_image_handle_get_list_of_metadata_block_IDs(handle, kind, ids.data(), count);
    for (const heif_item_id id : ids) {
        const char* const type = heif_image_handle_get_metadata_content_type(handle, id);
        if (!content.empty() && (type == nullptr || type != content)) continue;
        const std::size_t size = heif_image_handle_get_metadata_size(handle, id);
        if (size > most_heic_metadata) {
            warn("its " + std::string(name) + " is left out: it is larger than 8 MiB");
            continue;
        }
        std::vector<std::uint8_t> block(size);
        if (heif_image_handle_get_metadata(handle, id, block.data()).code == heif_error_Ok) return block;
    }
    return {};
}

// The block begins with how many bytes stand before the TIFF header.
Bytes heic_exif(Bytes block) {
    if (block.size() < 4) return {};
    const std::uint64_t before = number_in(block.first(4), true);
    block = block.subspan(4);
    return before <= block.size() ? block.subspan(static_cast<std::size_t>(before)) : Bytes();
}

class HeicRows : public FileRows {
public:
    HeicRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : size_(file.size), page_(options.page), lenient_(options.lenient), heic_(file) {
        format = heic_format(heic_, page_);
        at_once = "HEIC is always decoded as a whole";
        const HeifHandle handle = heic_.page(static_cast<std::size_t>(std::max(page_, 1)));
        bits = bits_of(handle.get());
        const std::size_t profile = heif_image_handle_get_raw_color_profile_size(handle.get());
        if (profile > 0 && profile <= most_heic_metadata) {
            metadata.icc.resize(profile);
            if (heif_image_handle_get_raw_color_profile(handle.get(), metadata.icc.data()).code !=
                heif_error_Ok)
                metadata.icc.clear();
        }
        const CodedColours colours = colours_of(handle.get());
        if (metadata.icc.empty() && !HdrLight::of(colours)) metadata.icc = coded_icc(colours, false, warn);
        if (has_gain_map_brand(file) || has_apple_gain_map(handle.get())) warn(std::string(gain_map_ignored));
        const std::vector<std::uint8_t> block = block_of(handle.get(), "Exif", "", "EXIF data", warn);
        const Bytes exif = heic_exif(block);
        metadata.exif = upright_exif(exif);  // it is turned as the file says elsewhere, by the library
        metadata.resolution = exif_resolution(exif);
        if (!block.empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        metadata.xmp = upright_xmp(block_of(handle.get(), "mime", "application/rdf+xml", "XMP data", warn));
        if (heif_image_handle_is_premultiplied_alpha(handle.get()) != 0)
            warn("its colours are multiplied with its alpha, and stay so");
    }

    void read(const HostView& rows) override {
        if (page_ != 0) return read_page(static_cast<std::size_t>(page_), rows);
        for (std::size_t i = 0; i < format.layers; ++i)
            read_page(i + 1, rows_of(rows, i * format.height, format.height));
    }

    std::size_t memory() override {
        // Planes, tiles, the copy that is turned, colours; the library never says how much.
        constexpr std::size_t more = std::size_t{32} << 20;
        return (format.pixel == Pixel::u8    ? 20
                : format.pixel == Pixel::u16 ? 40
                                             : 48) *
                   format.width * format.height +
               2 * static_cast<std::size_t>(size_) + more;
    }

    std::size_t pages() override { return heic_.count(); }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || heic_.count() < 2) return {};
        return {only_page(page_, std::to_string(heic_.count()))};
    }

private:
    void read_page(std::size_t page, const HostView& rows) {
        const HeifHandle handle = heic_.page(page);
        const auto hdr = HdrLight::of(colours_of(handle.get()));
        if (!hdr) return read_codes(handle, rows);
        hdr->fill(rows, heic_coded_format(handle.get()),
                  [&](const HostView& codes) { read_codes(handle, codes); });
    }

    void read_codes(const HeifHandle& handle, const HostView& rows) {
        const HeifOptions options(heif_decoding_options_alloc());
        if (!options) throw std::bad_alloc();
        options->convert_hdr_to_8bit = 0;
        options->strict_decoding = lenient_ ? 0 : 1;
        const bool deep = rows.format.pixel == Pixel::u16, alpha = format.channels == 4;
        const heif_chroma kind =
            deep ? (alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
                 : (alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
        heif_image* made = nullptr;
        heic_.run(
            [&] { return heif_decode_image(handle.get(), &made, heif_colorspace_RGB, kind, options.get()); });
        const HeifImage image(made);
        int pitch = 0;
        const std::uint8_t* src =
            heif_image_get_plane_readonly(image.get(), heif_channel_interleaved, &pitch);
        // The headers of what is coded count for the library, whatever the file says of its size.
        if (src == nullptr || pitch <= 0 || !same_size(*image))
            throw_input("it is a broken HEIC: its header says other sizes than its image has");
        const auto samples = static_cast<std::size_t>(format.channels);
        const double scale = 65535.0 / ((1 << bits_of(handle.get())) - 1);
        for (std::size_t y = 0; y < format.height; ++y, src += pitch)
            for (std::size_t x = 0; x < format.width; ++x)
                for (std::size_t c = 0; c < samples; ++c) {
                    const std::size_t from = x * samples + c, to = x * rows.step() + c;
                    if (!deep) {
                        reinterpret_cast<std::uint8_t*>(rows.row(y))[to] = src[from];
                        continue;
                    }
                    std::uint16_t value = 0;
                    std::memcpy(&value, src + 2 * from, 2);
                    const double scaled = std::min(scale * value + 0.5, 65535.0);
                    reinterpret_cast<std::uint16_t*>(rows.row(y))[to] = static_cast<std::uint16_t>(scaled);
                }
        if (!rows.packed_pixels()) clear_padding(rows);
    }

    bool same_size(const heif_image& image) const {
        const int width = heif_image_get_width(&image, heif_channel_interleaved);
        const int height = heif_image_get_height(&image, heif_channel_interleaved);
        return width > 0 && height > 0 && static_cast<std::size_t>(width) == format.width &&
               static_cast<std::size_t>(height) == format.height;
    }

    std::uint64_t size_;
    int page_;
    bool lenient_;
    HeicFile heic_;
};

}  // namespace

std::string heic_library() { return std::string("libheif ") + heif_get_version(); }

FileHeader heic_header(const FileBytes& file, int page) {
    HeicFile heic(file);
    return heic_format(heic, page);
}

std::unique_ptr<FileRows> heic_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<HeicRows>(file, options, warn);
}

}  // namespace sluice

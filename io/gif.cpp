// GIF: the first picture, by stb_image. The blocks are walked here first: they tell whether the picture
// has alpha (stb always gives four channels) and whether there are more pictures.
#include "io/codecs.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sluice {
namespace {

// A run of sub-blocks, each with its length before it, up to an empty one.
void skip_blocks(ByteReader& reader) {
    while (const std::size_t size = reader.u8()) reader.skip(size);
}

void skip_palette(ByteReader& reader, int flags) {
    if ((flags & 0x80) != 0) reader.skip(std::size_t{3} << ((flags & 7) + 1));
}

class GifWalk {
public:
    explicit GifWalk(Bytes file) : reader_(file) {
        reader_.skip(6);
        format_.width = reader_.u16le();
        format_.height = reader_.u16le();
        if (format_.width == 0 || format_.height == 0)
            throw_input("it is a broken GIF: its size is " + std::to_string(format_.width) + "x" +
                        std::to_string(format_.height));
        const int flags = reader_.u8();
        reader_.skip(2);
        skip_palette(reader_, flags);
        bool transparent = false;
        if (!find_picture(&transparent)) throw_input("it is a GIF without a picture");
        const bool left = reader_.u16le() != 0, top = reader_.u16le() != 0;
        const bool narrow = reader_.u16le() < format_.width, low = reader_.u16le() < format_.height;
        format_.channels = transparent || left || top || narrow || low ? 4 : 3;
    }

    const ImageFormat& format() const { return format_; }

    // Whether a second picture follows.
    bool more_pictures() {
        try {
            skip_palette(reader_, reader_.u8());
            reader_.skip(1);  // bits of the codes
            skip_blocks(reader_);
            return find_picture(nullptr);
        } catch (const EndOfData&) {
            return false;  // whether the first one is complete is for the decoder to say
        }
    }

private:
    // Moves behind the mark of the next picture.
    bool find_picture(bool* transparent) {
        while (true) {
            const int mark = reader_.u8();
            if (mark == 0x2C) return true;
            if (mark == 0x3B) return false;
            if (mark != 0x21) throw_input("it is a broken GIF: an unknown block");
            if (reader_.u8() == 0xF9 && transparent != nullptr) {
                const Bytes control = reader_.take(reader_.u8());
                if (!control.empty()) *transparent = (control[0] & 1) != 0;
            }
            skip_blocks(reader_);
        }
    }

    ByteReader reader_;
    ImageFormat format_;
};

// stb reads zeros behind the end of its input. This input remembers that it was asked for them: stb either
// asks again at the end, or misses some of what it wants to put elsewhere than into its own buffer.
struct StbInput {
    Bytes bytes;
    std::size_t at = 0;
    const char* buffer = nullptr;
    bool ended = false;

    static int read(void* user, char* dst, int count) {
        auto& self = *static_cast<StbInput*>(user);
        if (self.buffer == nullptr) self.buffer = dst;
        const std::size_t given = std::min(self.bytes.size() - self.at, static_cast<std::size_t>(count));
        if (given == 0 || (dst != self.buffer && given < static_cast<std::size_t>(count))) self.ended = true;
        std::memcpy(dst, self.bytes.data() + self.at, given);
        self.at += given;
        return static_cast<int>(given);
    }
    static void skip(void* user, int count) {
        auto& self = *static_cast<StbInput*>(user);
        const std::size_t left = self.bytes.size() - self.at;
        if (static_cast<std::size_t>(count) > left) self.ended = true;
        self.at += std::min(left, static_cast<std::size_t>(count));
    }
    static int eof(void* user) {
        auto& self = *static_cast<StbInput*>(user);
        return self.at == self.bytes.size() ? 1 : 0;
    }
};

// Copies what stb decoded. False when a picture that should be opaque was not drawn to its end.
bool put_pixels(const std::uint8_t* src, HostImage& dst) {
    const std::size_t channels = static_cast<std::size_t>(dst.format().channels);
    bool opaque = true;
    for (std::size_t y = 0; y < dst.format().height; ++y) {
        std::uint8_t* line = dst.as<std::uint8_t>(y);
        for (std::size_t x = 0; x < dst.format().width; ++x, src += 4) {
            std::copy_n(src, channels, line + x * channels);
            opaque = opaque && src[3] == 255;
        }
    }
    return opaque || channels == 4;
}

HostImage read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    GifWalk walk(file);
    HostImage dst(walk.format());
    if (walk.more_pictures()) warn("it is animated; only its first picture is taken");

    // stb fills what the first picture leaves free, transparent pixels among it, with the background colour
    // unless that is entry 0, and mixes up red and blue in it. Programs that show GIFs leave it transparent.
    std::vector<std::uint8_t> copy(file.begin(), file.end());
    constexpr std::size_t background = 11;
    copy[background] = 0;

    decode_pixels(options, warn, [&] {
        StbInput input{copy};
        const stbi_io_callbacks callbacks{StbInput::read, StbInput::skip, StbInput::eof};
        int width = 0, height = 0, channels = 0;
        const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
            stbi_load_from_callbacks(&callbacks, &input, &width, &height, &channels, 4), stbi_image_free);
        if (!pixels) {
            if (input.ended) throw EndOfData();
            throw_input(std::string("it is a broken GIF: ") + stbi_failure_reason());
        }
        const bool complete = put_pixels(pixels.get(), dst);
        if (input.ended || !complete) throw EndOfData();
    });
    return dst;
}

}  // namespace

Codec gif_codec() {
    Codec codec;
    codec.name = "GIF";
    codec.extensions = {"gif"};
    codec.probe = [](Bytes head) { return has_magic(head, "GIF87a") || has_magic(head, "GIF89a"); };
    codec.read_header = [](Bytes head) { return GifWalk(head).format(); };
    codec.read = read;
    codec.memory.read = 4.1;  // RGBA twice and a mask, by stb; a copy of the file
    return codec;
}

}  // namespace sluice

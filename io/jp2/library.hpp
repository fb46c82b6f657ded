// What OpenJPEG is given and what it says. Needs OpenJPEG.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/files/bytes.hpp"

#include <openjpeg.h>

#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>

namespace sluice {

struct DeleteOpj {
    void operator()(opj_image_t* image) const { opj_image_destroy(image); }
};
using OpjImage = std::unique_ptr<opj_image_t, DeleteOpj>;

// A codec, and the first thing that it found wrong. Nothing is printed.
class OpjCodec {
public:
    explicit OpjCodec(opj_codec_t* codec) : codec_(codec) {
        if (codec == nullptr) throw std::bad_alloc();
        opj_set_error_handler(codec, on_words, &words_);
        opj_set_warning_handler(codec, on_nothing, nullptr);
        opj_set_info_handler(codec, on_nothing, nullptr);
    }
    ~OpjCodec() { opj_destroy_codec(codec_); }
    OpjCodec(const OpjCodec&) = delete;
    OpjCodec& operator=(const OpjCodec&) = delete;

    opj_codec_t* get() const { return codec_; }
    const std::string& words() const { return words_; }

private:
    static void on_nothing(const char*, void*) {}
    // No exception may pass through the library.
    static void on_words(const char* text, void* data) {
        try {
            auto& words = *static_cast<std::string*>(data);
            if (words.empty()) words.assign(text, std::strcspn(text, "\n"));
        } catch (const std::bad_alloc&) {
        }
    }

    opj_codec_t* codec_;
    std::string words_;
};

}  // namespace sluice

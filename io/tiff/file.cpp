#include "io/tiff/file.hpp"

#include "io/tiff/directory.hpp"
#include "io/tiff/tiff.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

namespace sluice {
namespace {

TiffFile& of(thandle_t self) { return *static_cast<TiffFile*>(self); }

// In parts, so that what keeps them for the next time stays small.
std::size_t read_at(const FileBytes& file, std::uint64_t at, std::span<std::uint8_t> dst) {
    constexpr std::size_t most = std::size_t{64} << 10;
    std::size_t got = 0;
    while (got < dst.size()) {
        const Bytes part = file.at(at + got, std::min(dst.size() - got, most));
        if (part.empty()) break;
        std::memcpy(dst.data() + got, part.data(), part.size());
        got += part.size();
    }
    return got;
}

std::string text_of(const char* format, va_list values) {
    char text[512];
    std::vsnprintf(text, sizeof text, format, values);
    return text;
}

}  // namespace

std::string tiff_library() {
    const std::string text = TIFFGetVersion();  // "LIBTIFF, Version 4.5.0", and lines about copyright
    const std::size_t first = text.find_first_of("0123456789");
    if (first == std::string::npos) return "libtiff";
    return "libtiff " + text.substr(first, text.find_first_not_of("0123456789.", first) - first);
}

TiffFile::TiffFile(const FileBytes& file, std::size_t most_memory) : file_(file) {
    weigh(first_tiff_directory(file_));
    open("rm", most_memory);
}

TiffFile::TiffFile(Output& file, bool big) : written_(&file) { open(big ? "w8" : "w", 0); }

void TiffFile::open(const char* mode, std::size_t most_memory) {
    struct Free {
        void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
    };
    const std::unique_ptr<TIFFOpenOptions, Free> options(TIFFOpenOptionsAlloc());
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, this);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(most_memory));
    const auto close = [](thandle_t) { return 0; };
    tiff_.reset(TIFFClientOpenExt("it", mode, this, on_read, on_write, on_seek, close, on_size, nullptr,
                                  nullptr, options.get()));
    if (!tiff_) {
        check(false);
    } else if (written_ == nullptr) {
        // Warnings about tags end here; those about pixels are faults.
        fault_ = {};
        ours_ = false;
    }
}

std::vector<std::uint8_t> TiffFile::bytes_of(std::uint32_t number) const {
    std::uint32_t count = 0;
    void* data = nullptr;
    if (TIFFGetField(get(), number, &count, &data) != 1 || data == nullptr) return {};
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    return {bytes, bytes + count};
}

void TiffFile::check(bool ok) {
    if (ok && fault_.empty()) return;
    if (ended_) throw EndOfData();
    const Wording why = fault_.empty() ? "libtiff cannot read it" : fault_;
    throw_input((written_ != nullptr ? "libtiff cannot write it: "
                 : ours_             ? ""
                                     : "it is a broken TIFF: ") +
                why);
}

void TiffFile::forget_faults() {
    fault_ = {};
    ours_ = false;
    ended_ = false;
}

bool TiffFile::next_directory() {
    broken_tags_.clear();
    weigh(tiff_directory(file_, TIFFCurrentDirOffset(get())).next);
    return TIFFReadDirectory(get()) == 1;
}

bool TiffFile::first_directory() {
    broken_tags_.clear();
    weigh(first_tiff_directory(file_));
    return TIFFSetDirectory(get(), 0) == 1;
}

// libtiff reads the data of every tag, and many may share theirs.
void TiffFile::weigh(std::uint64_t directory) {
    constexpr std::uint64_t always = std::uint64_t{64} << 10;      // a few bytes that some tags share
    constexpr std::uint64_t most_in_all = std::uint64_t{1} << 30;  // pages may share a profile
    tag_bytes_ = directory == 0 ? 0 : tiff_directory(file_, directory).data;
    all_tag_bytes_ += tag_bytes_;
    if (tag_bytes_ > file_.size + always || all_tag_bytes_ > file_.size + most_in_all)
        throw_input("it is a broken TIFF: its tags would have more data than the file");
}

void TiffFile::append(Bytes bytes) { written_->write(end(), bytes); }

void TiffFile::finish() {
    tiff_.reset();
    check(true);
}

tmsize_t TiffFile::on_read(thandle_t self, void* dst, tmsize_t count) {
    TiffFile& file = of(self);
    const std::size_t wanted = static_cast<std::size_t>(std::max<tmsize_t>(count, 0));
    const std::span<std::uint8_t> all(static_cast<std::uint8_t*>(dst), wanted);
    std::size_t got = 0;
    const bool readable = file.contained([&] {
        if (file.written_ != nullptr)
            got = file.written_->read(file.at_, all);
        else
            got = read_at(file.file_, file.at_, all);
    });
    if (!readable) return 0;  // libtiff 4.5 clears a byte in front of its memory for -1
    if (got < wanted) file.ended_ = true;
    file.at_ += got;
    return static_cast<tmsize_t>(got);
}

tmsize_t TiffFile::on_write(thandle_t self, void* src, tmsize_t count) {
    TiffFile& file = of(self);
    if (file.written_ == nullptr) return -1;
    const Bytes bytes(static_cast<const std::uint8_t*>(src), static_cast<std::size_t>(count));
    if (!file.contained([&] { file.written_->write(file.at_, bytes); })) return -1;
    file.at_ += bytes.size();
    return count;
}

toff_t TiffFile::on_seek(thandle_t self, toff_t offset, int from) {
    TiffFile& file = of(self);
    const std::uint64_t start = from == SEEK_CUR ? file.at_ : from == SEEK_END ? file.size() : 0;
    file.at_ = start + offset;
    return file.at_;
}

toff_t TiffFile::on_size(thandle_t self) { return of(self).size(); }

int TiffFile::on_error(TIFF*, void* self, const char*, const char* format, va_list values) {
    TiffFile& file = *static_cast<TiffFile*>(self);
    const std::string text = text_of(format, values);
    file.note_tag(text);
    if (file.fault_.empty()) file.fault_ = text;
    return 1;  // handled: nothing goes to stderr
}

// Of the warnings those count that say that pixels are missing or wrong, as of the JPEG inside.
int TiffFile::on_warning(TIFF*, void* self, const char*, const char* format, va_list values) {
    TiffFile& file = *static_cast<TiffFile*>(self);
    const std::string text = text_of(format, values);
    file.note_tag(text);
    for (const char* word :
         {"remature", "orrupt", "ncorrect", "nconsistent", "mismatch", "overrun", "lack of data"})
        if (text.find(word) != std::string::npos && file.fault_.empty()) file.fault_ = text;
    return 1;
}

// Messages about a tag have its name in quotes.
void TiffFile::note_tag(const std::string& message) {
    const std::size_t start = message.find('"');
    const std::size_t end = start == std::string::npos ? start : message.find('"', start + 1);
    if (end == std::string::npos) return;
    try {
        broken_tags_.insert(message.substr(start + 1, end - start - 1));
    } catch (const std::bad_alloc&) {  // must not pass through libtiff
        fault_ = "there is not enough memory";
    }
}

}  // namespace sluice

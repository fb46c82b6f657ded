// libtiff's handle of a file, with its messages. Needs libtiff.
#pragma once

#include "pipeline/files/bytes.hpp"
#include "pipeline/files/output.hpp"

#include <tiffio.h>

#include <cstddef>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <vector>

namespace sluice {

// One TIFF, read or written by one thread. libtiff keeps a pointer to this object.
class TiffFile {
public:
    // To read; `file` must outlive it. No single allocation of libtiff's exceeds `most_memory`.
    // Throws Error(input) when the first directory is unreadable.
    TiffFile(const FileBytes& file, std::size_t most_memory);
    // To write to `file`, which must outlive it; `big` for files that may exceed 4 GiB.
    TiffFile(Output& file, bool big);
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;

    TIFF* get() const { return tiff_.get(); }

    // The number that a tag holds, its default, or `otherwise`.
    template <class T>
    T tag(std::uint32_t number, T otherwise) const {
        T value{};
        return TIFFGetFieldDefaulted(get(), number, &value) == 1 ? value : otherwise;
    }
    // The bytes of a tag such as the profile; empty when it has none.
    std::vector<std::uint8_t> bytes_of(std::uint32_t number) const;

    // Throws what libtiff complained about, if it did: an error, or that pixels are damaged, which it takes
    // lightly. `ok` is what its function returned.
    void check(bool ok);
    // Whether more bytes were asked for than there are.
    bool ended() const { return ended_; }
    void forget_faults();

    // Go to a directory; false when it is not there or cannot be read. Throws Error(input) where reading it
    // would take far more than there is in the file.
    bool next_directory();
    bool first_directory();
    // Bytes of all tags of this directory, as far as they lie in the file; libtiff has them in memory.
    std::uint64_t tag_bytes() const { return tag_bytes_; }
    // Tags of this directory that libtiff found broken and left out, by their names, each once.
    const std::set<std::string>& broken_tags() const { return broken_tags_; }

    std::uint64_t size() const { return written_ != nullptr ? written_->size() : file_.size; }
    // Where bytes that are written would begin.
    std::uint64_t end() const { return size() + size() % 2; }
    // Bytes beside libtiff's, at end(): it appends its own behind them.
    void append(Bytes bytes);

    // Closes what was written.
    void finish();

private:
    struct Close {
        void operator()(TIFF* tiff) const { TIFFClose(tiff); }
    };

    void open(const char* mode, std::size_t most_memory);

    static tmsize_t on_read(thandle_t self, void* dst, tmsize_t count);
    static tmsize_t on_write(thandle_t self, void* src, tmsize_t count);
    static toff_t on_seek(thandle_t self, toff_t offset, int from);
    static toff_t on_size(thandle_t self);
    static int on_error(TIFF*, void* self, const char* module, const char* format, va_list values);
    static int on_warning(TIFF*, void* self, const char* module, const char* format, va_list values);

    void weigh(std::uint64_t directory);
    void note_tag(const std::string& message);
    // Runs what may throw, for a function that libtiff calls: no exception may pass through it. False: it
    // did.
    template <class Step>
    bool contained(Step step) {
        try {
            step();
            return true;
        } catch (const Error& error) {
            fault_ = error.message();
            ours_ = true;
        } catch (const std::bad_alloc&) {
            fault_ = "there is not enough memory";
        }
        return false;
    }

    FileBytes file_;
    Output* written_ = nullptr;
    std::uint64_t at_ = 0;
    bool ended_ = false;
    std::uint64_t tag_bytes_ = 0, all_tag_bytes_ = 0;
    Wording fault_;      // the first
    bool ours_ = false;  // it is not libtiff's
    std::set<std::string> broken_tags_;
    std::unique_ptr<TIFF, Close> tiff_;  // the last member: closing writes
};

}  // namespace sluice

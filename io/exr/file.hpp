// Files as the library of OpenEXR reads and writes them, and what its faults mean. Needs OpenEXR.
#pragma once

#include "pipeline/files/bytes.hpp"
#include "pipeline/files/output.hpp"

#include <ImfHeader.h>
#include <ImfIO.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace sluice {

inline constexpr const char* exr_name = "it";
// What the library says, without the file, which has no name there.
std::string exr_words(std::string words);

// Errors of ours pass through the library, which may take them for its own: the first is kept.
struct ExrFaults {
    std::exception_ptr first;

    template <class Step>
    void kept(Step step) {
        try {
            step();
        } catch (...) {
            if (!first) first = std::current_exception();
            throw;
        }
    }
    // Runs what calls the library. What is wrong becomes an Error(input).
    template <class Step>
    void guarded(const std::string& what, Step step) {
        try {
            step();
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const Error&) {
            throw;
        } catch (const std::exception& fault) {
            if (first) std::rethrow_exception(first);
            throw_input(what + exr_words(fault.what()));
        }
    }
};

class ExrInput : public Imf::IStream {
public:
    explicit ExrInput(const FileBytes& file) : Imf::IStream(exr_name), stream_(file), size_(file.size) {}

    bool read(char dst[], int count) override {
        faults.kept([&] { stream_.take(dst, static_cast<std::size_t>(count)); });
        return stream_.position() < size_;
    }
    std::uint64_t tellg() override { return stream_.position(); }
    void seekg(std::uint64_t at) override { stream_.seek(at); }

    template <class Step>
    void guarded(Step step) {
        faults.guarded("it is a broken OpenEXR: ", step);
    }

    ExrFaults faults;

private:
    ByteStream stream_;
    std::uint64_t size_;
};

class ExrOutput : public Imf::OStream {
public:
    explicit ExrOutput(Output& file) : Imf::OStream(exr_name), file_(file), at_(file.size()) {}

    void write(const char src[], int count) override {
        faults.kept([&] {
            file_.write(at_, {reinterpret_cast<const std::uint8_t*>(src), static_cast<std::size_t>(count)});
        });
        at_ += static_cast<std::uint64_t>(count);
    }
    std::uint64_t tellp() override { return at_; }
    void seekp(std::uint64_t at) override { at_ = at; }

    template <class Step>
    void guarded(Step step) {
        faults.guarded("OpenEXR cannot write it: ", step);
    }

    ExrFaults faults;

private:
    Output& file_;
    std::uint64_t at_;
};

// Of each part, the first first. The library allocates what a header says before it looks whether that is
// there; so that is looked at before. Throws EndOfData and Error(input).
std::vector<Imf::Header> exr_headers(const FileBytes& file);

// Rows that are compressed as one, bytes of them in all channels, bytes of a pixel; how many chunks there
// are.
struct ExrChunk {
    std::size_t rows, bytes, pixel_bytes, count;
};
ExrChunk exr_chunk(const Imf::Header& header);

}  // namespace sluice

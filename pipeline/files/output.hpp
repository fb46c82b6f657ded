// The bytes of a file that is being made, in memory or in a file that will take its place.
#pragma once

#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sluice {

// One thread at a time. Throws Error(input) without `where`.
class Output {
public:
    virtual ~Output() = default;

    virtual std::uint64_t size() const = 0;
    // Over what is there, or behind it.
    virtual void write(std::uint64_t at, Bytes bytes) = 0;
    // Fills `dst` with what was written; says how many bytes there are.
    virtual std::size_t read(std::uint64_t at, std::span<std::uint8_t> dst) const = 0;

    // An empty place for parts that wait until this is complete: in memory or on the same disk, as this is.
    // They go with it.
    virtual std::unique_ptr<Output> aside() const = 0;

    void append(Bytes bytes) { write(size(), bytes); }
};

class MemoryOutput : public Output {
public:
    std::uint64_t size() const override { return bytes_.size(); }
    void write(std::uint64_t at, Bytes bytes) override;
    std::size_t read(std::uint64_t at, std::span<std::uint8_t> dst) const override;
    std::unique_ptr<Output> aside() const override { return std::make_unique<MemoryOutput>(); }

    std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    std::vector<std::uint8_t> bytes_;
};

// What is appended goes to stdout at once, so that a reader gets it before all is there. REQUIRES: nothing
// else is written or read.
class StdoutOutput : public Output {
public:
    std::uint64_t size() const override { return size_; }
    void write(std::uint64_t at, Bytes bytes) override;
    std::size_t read(std::uint64_t at, std::span<std::uint8_t> dst) const override;
    std::unique_ptr<Output> aside() const override { return std::make_unique<MemoryOutput>(); }

private:
    std::uint64_t size_ = 0;
};

// A file on the disk that appears complete or not at all, as write_file says: without finish() nothing is
// left. What goes to stdout or to what is no regular file waits in a file without a name.
class FileOutput : public Output {
public:
    FileOutput(const std::string& path, const Placing& placing);
    ~FileOutput() override;

    std::uint64_t size() const override { return size_; }
    void write(std::uint64_t at, Bytes bytes) override;
    std::size_t read(std::uint64_t at, std::span<std::uint8_t> dst) const override;
    std::unique_ptr<Output> aside() const override;

    // All is written: it takes its place. Throws FileExists(path) too.
    void finish();

private:
    struct Place;
    explicit FileOutput(std::unique_ptr<Place> place);

    std::unique_ptr<Place> place_;
    std::uint64_t size_ = 0;
};

}  // namespace sluice

// What the program asks of a decoding worker, and what a worker says. One question at a time; each is
// answered by `done` or `failed`, after any number of the other words. The program believes nothing that it
// has not checked.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <cstdint>

namespace sluice::isolated {

// Behind each question but the last two: Question, in a parcel, and the descriptor of the file.
enum class Ask : std::uint32_t {
    probe,    // done: ImageHeader
    memory,   // and a format; done: ReadMemory
    rows,     // and a format; done: RowMemory
    decode,   // and a layout; done: format, layout, number of the segment, Metadata
    open,     // done: format, Metadata. The picture stays open until another question comes
    next,     // rows, of the picture that is open; done: they lie in the segment, packed
    go_on,    // the answer to `takes`
    segment,  // the answer to `segment`: its number in the run, bytes, those that are gone; a new one's
              // descriptor
};

enum class Say : std::uint32_t {
    ready,    // first of all: why it can open files all the same, or ""
    takes,    // ReadMemory of what comes now: its limits may be set
    segment,  // asks for bytes of shared memory
    warning,  // a Wording
    failed,   // whether for want of memory, where, and a Wording
    done,
};

// Most bytes of a message: what a picture has beside its pixels may be much.
constexpr std::size_t most_of_words = std::size_t{1} << 20;
constexpr std::size_t most_of_metadata = std::size_t{256} << 20;

// Which descriptor a worker has its socket as.
constexpr int worker_socket = 3;

}  // namespace sluice::isolated

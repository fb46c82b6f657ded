// What the program asks of a decoding worker, and what a worker says: the calls of one ImageFile. One
// question at a time; each is answered by `done` or `failed`, after any number of the other words. The
// program believes nothing that it has not checked.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <cstdint>

namespace sluice::isolated {

enum class Ask : std::uint32_t {
    open,        // Question, and the descriptor of the file. It stays open until the next one, or `close`
    header,      // done: ImageHeader
    facts,       // done: ImageFacts
    smaller,     // Shrunk
    memory,      // done: ReadMemory
    row_memory,  // done: RowMemory
    read,        // a layout; done: format, layout, number of the segment, Metadata
    rows,        // done: format, Metadata
    next,        // a number of rows; done: they lie in the segment, packed
    close,       // has no answer
    go_on,       // the answer to `takes`
    segment,     // the answer to `segment`: its number in the run, bytes, those that are gone; a new one's
                 // descriptor
};

enum class Say : std::uint32_t {
    ready,    // first of all: why it can open files all the same, or ""
    takes,    // ReadMemory of what comes now: its limits may be set
    segment,  // asks for bytes of shared memory
    warning,  // a Wording
    failed,   // whether for lack of memory, where, and a Wording
    done,
};

// Most bytes of a message: what a picture has beside its pixels may be much.
constexpr std::size_t most_of_words = std::size_t{1} << 20;
constexpr std::size_t most_of_metadata = std::size_t{256} << 20;

// Which descriptor a worker has its socket as.
constexpr int worker_socket = 3;

}  // namespace sluice::isolated

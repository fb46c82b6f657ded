// The program's side of the talk with a worker about one file.
#pragma once

#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/isolated/patience.hpp"
#include "pipeline/isolated/protocol.hpp"
#include "pipeline/isolated/workers.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::isolated {

// Which file, and how it is read: a Source of the registry that the worker has, and its parameters.
struct Question {
    std::string stage;
    std::string path_param;
    Values values;

    const std::string& path() const { return std::get<std::string>(values.at(path_param)); }
    double seconds() const;  // that decoding may take; 0 = any
    bool is_stream() const;  // which gives its bytes once, whenever they come
};

// From when a worker opens a file until it closes it. One thread at a time. What a worker says that makes no
// sense, or its end, is an Error(input) of the file; then the worker is ended.
class Conversation {
public:
    // Opens the file. `takes_bytes`: of a pipe too, which gives them once. Throws Error(input).
    Conversation(Workers& workers, const Question& question, bool takes_bytes);
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    // The answer, of `most` bytes at most; `file` goes along. Throws Error(input): what the worker has found,
    // or how it ended.
    std::vector<std::uint8_t> ask(Ask what, Bytes more, std::size_t most, const Warn& warn, int file = -1);

    // Those that the worker was given since the last question but `next`.
    const std::vector<PixelSegment*>& segments() const { return segments_; }
    // An image has taken its memory from this one, which is its own from now on.
    void hand_over(std::size_t number) { segments_.at(number) = nullptr; }

    // Runs what looks at answers, with the same errors as `ask`.
    template <class Work>
    auto trusting_nothing(Work work);

private:
    void begin();
    void leave_segments();
    std::vector<std::uint8_t> answer(std::size_t most, const Warn& warn);
    void admit(const ReadMemory& memory);
    void grant(std::size_t bytes);
    void send(Ask what, Bytes words, int file = -1);
    void set_limits(std::size_t bytes);
    [[noreturn]] void fail(const Wording& why);
    [[noreturn]] void pass_on(Bytes failure);

    Workers& workers_;
    const Question& question_;
    Workers::Lease lease_;
    Patience patience_;
    std::vector<PixelSegment*> segments_;  // null: an image has it
    std::size_t allowed_ = 0;              // bytes of memory; 0 = any
    std::size_t granted_ = 0;              // bytes of segments
    Wording failed_;                       // why the worker is gone
};

template <class Work>
auto Conversation::trusting_nothing(Work work) {
    try {
        return work();
    } catch (const Error& error) {
        fail(error.message());
    }
}

}  // namespace sluice::isolated

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

// One thread at a time. What a worker says that makes no sense, or its end, is an Error(input) of the file;
// then the worker is ended.
class Conversation {
public:
    // Opens the file. `takes_bytes`: of a pipe too, which gives them once. Throws Error(input).
    Conversation(Workers& workers, const Question& question, const Warn& warn, bool takes_bytes);
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    // The answer, of `most` bytes at most. Throws Error(input): what the worker has found, or how it ended.
    std::vector<std::uint8_t> ask(Ask what, Bytes more, std::size_t most);

    // Those that the worker was given until now.
    const std::vector<PixelSegment*>& segments() const { return segments_; }
    // An image has taken its memory from this one, which is its own from now on.
    void hand_over(std::size_t number) { segments_.at(number) = nullptr; }

    // Runs what looks at answers, with the same errors as `ask`.
    template <class Work>
    auto trusting_nothing(Work work);

private:
    void put(Ask what, Bytes more);
    std::vector<std::uint8_t> answer(std::size_t most);
    void admit(const ReadMemory& memory);
    void grant(std::size_t bytes);
    void send(Ask what, Bytes words, int file = -1);
    void set_limits(std::size_t bytes);
    [[noreturn]] void fail(const Wording& why);
    [[noreturn]] void pass_on(Bytes failure);

    Workers& workers_;
    const Question& question_;
    Warn warn_;
    Workers::Lease lease_;
    Patience patience_;
    Descriptor file_;
    bool shut_pipe_ = false;
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

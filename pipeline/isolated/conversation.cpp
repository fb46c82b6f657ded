#include "pipeline/isolated/conversation.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/isolated/limits.hpp"
#include "pipeline/isolated/parcel.hpp"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace sluice::isolated {
namespace {

// Of a worker beside what its file takes: headers, and what allocators cannot give back.
constexpr std::size_t of_each_file = std::size_t{96} << 20;
constexpr std::size_t of_a_header = std::size_t{1} << 30;

constexpr std::size_t most_messages = 100'000;

Workers::Lease worker_for(Workers& workers, const Question& question) {
    try {
        return is_stdin(question.path()) ? workers.of_stdin() : workers.any();
    } catch (const Error& error) {
        throw Error(Error::Kind::input, input_name(question.path()), error.message());
    }
}

}  // namespace

double Question::seconds() const {
    const auto found = values.find("max_seconds");
    return found == values.end() ? 0 : std::get<double>(found->second);
}

bool Question::is_stream() const { return is_stdin(path()) || is_pipe(path()); }

Conversation::Conversation(Workers& workers, const Question& question, bool takes_bytes)
    : workers_(workers),
      question_(question),
      lease_(worker_for(workers, question)),
      patience_(lease_.process().id(), 0, false) {
    const bool shut_pipe = !takes_bytes && is_pipe(question.path());
    Descriptor file;
    try {
        if (!shut_pipe)
            file = Descriptor(is_stdin(question.path()) ? ::dup(STDIN_FILENO) : open_input(question.path()));
    } catch (const Error& error) {
        throw Error(Error::Kind::input, input_name(question.path()), error.message());
    }
    Packing words;
    words.add(std::string_view(question.stage)).add(std::string_view(question.path_param));
    words.add(question.values).add(std::uint64_t{shut_pipe}).add(std::uint64_t{workers.gives_back()});
    try {
        ask(Ask::open, words.bytes(), most_of_words, {}, file.number());
    } catch (...) {
        leave_segments();
        throw;
    }
}

Conversation::~Conversation() {
    leave_segments();
    if (!failed_.empty()) return;
    try {
        send(Ask::close, {});
    } catch (const Disconnected&) {  // somebody has ended it: no file's fault
    }
}

void Conversation::leave_segments() {
    for (PixelSegment* segment : segments_)
        if (segment != nullptr) workers_.segments.leave(*segment);
    segments_.clear();
    granted_ = 0;
}

std::vector<std::uint8_t> Conversation::ask(Ask what, Bytes more, std::size_t most, const Warn& warn,
                                            int file) {
    if (!failed_.empty()) fail(failed_);
    try {
        if (what != Ask::next) begin();
        send(what, more, file);
        return answer(most, warn);
    } catch (const Disconnected&) {
        failed_ = "its decoder " + lease_.lose() + ", in a separate process";
        fail(failed_);
    } catch (const Late& late) {
        fail(late.why);
    } catch (const std::bad_alloc&) {
        fail("it needs more memory than there is");
    }
}

// Its time and memory are those of a header, until the worker says that it decodes; what comes through a pipe
// it has in memory before it can say so.
void Conversation::begin() {
    leave_segments();
    patience_ = Patience(lease_.process().id(), question_.seconds(), question_.is_stream());
    const std::size_t limit = workers_.most_memory();
    set_limits(question_.is_stream() ? limit : limit == 0 ? of_a_header : std::min(limit, of_a_header));
}

std::vector<std::uint8_t> Conversation::answer(std::size_t most, const Warn& warn) {
    Message said;
    for (std::size_t messages = 0; messages < most_messages; ++messages) {
        trusting_nothing([&] {
            said = lease_.process().channel().receive(std::max(most, most_of_words), Channel::Files::refused,
                                                      [this](int socket) { patience_.wait(socket); });
        });
        Unpacking words(said.bytes);
        switch (static_cast<Say>(said.kind)) {
            case Say::takes: trusting_nothing([&] { admit(words.read_memory()); }); break;
            case Say::segment: trusting_nothing([&] { grant(words.number()); }); break;
            case Say::warning:
                if (const Wording text = trusting_nothing([&] { return words.wording(); }); warn) warn(text);
                break;
            case Say::failed: pass_on(said.bytes);
            case Say::done: return std::move(said.bytes);
            default: fail("its decoder sent an invalid message");
        }
    }
    fail("its decoder sent too many messages");
}

// It decodes a picture now, and has said what that takes.
void Conversation::admit(const ReadMemory& memory) {
    const std::size_t most = workers_.most_memory(), bytes = memory.image + memory.beside;
    if (most > 0 && bytes > most)
        throw_input("it needs " + byte_count(bytes) + " of memory, but images may take " + byte_count(most) +
                    ", which " + Remedy{"limit_memory"} + " sets");
    set_limits(memory.image + bytes + of_each_file);
    send(Ask::go_on, {});
}

void Conversation::grant(std::size_t bytes) {
    if (bytes == 0 || (allowed_ > 0 && bytes > allowed_ - std::min(allowed_, granted_)))
        throw_input("its decoder asks for more memory than it announced");
    const auto [segment, is_new, gone] = workers_.segments.take(bytes, lease_.process().id());
    granted_ += bytes;
    segments_.push_back(&segment);
    Packing words;
    words.add(segment.id()).add(std::uint64_t{segment.segment().bytes()}).add(std::uint64_t{gone.size()});
    for (const std::uint64_t id : gone) words.add(id);
    send(Ask::segment, words.bytes(), is_new ? segment.segment().file() : -1);
}

void Conversation::send(Ask what, Bytes words, int file) {
    lease_.process().channel().send(static_cast<std::uint32_t>(what), words, file);
}

void Conversation::set_limits(std::size_t bytes) {
    constexpr double of_its_own = 2;  // Patience is to find out first
    const double seconds = question_.seconds();
    allowed_ = bytes;
    limit_process(lease_.process().id(), bytes, seconds > 0 ? seconds + of_its_own : 0);
}

void Conversation::fail(const Wording& why) {
    if (failed_.empty()) lease_.lose();
    failed_ = why;
    throw Error(Error::Kind::input, input_name(question_.path()), why);
}

// What it found is no fault of its own: it goes on with other files.
void Conversation::pass_on(Bytes failure) {
    struct Failure {
        bool memory;
        Error::Kind kind;
        std::string where;
        Wording text;
    };
    const Failure found = trusting_nothing([&] {
        Unpacking words(failure);
        const bool memory = words.flag();
        const auto kind = words.flag() ? Error::Kind::usage : Error::Kind::input;
        std::string where = words.text();
        return Failure{memory, kind, std::move(where), words.wording()};
    });
    if (found.memory && allowed_ > 0)
        throw Error(
            Error::Kind::input, input_name(question_.path()),
            "it needs more than the " + byte_count(allowed_) + " of memory that its decoder may take");
    throw Error(found.kind, found.where, found.text);
}

}  // namespace sluice::isolated

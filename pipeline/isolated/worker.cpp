#include "pipeline/isolated/worker.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/files/given_file.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/waiting.hpp"
#include "pipeline/isolated/channel.hpp"
#include "pipeline/isolated/filter.hpp"
#include "pipeline/isolated/limits.hpp"
#include "pipeline/isolated/parcel.hpp"
#include "pipeline/isolated/protocol.hpp"
#include "pipeline/isolated/row_part.hpp"
#include "pipeline/isolated/segment.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <latch>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sluice::isolated {
namespace {

bool wanted_memory = false;                // and got none
std::unique_ptr<std::byte[]> last_memory;  // with which that can be said

void note_want_of_memory() {
    wanted_memory = true;
    last_memory.reset();
    throw std::bad_alloc();
}
void keep_last_memory() {
    constexpr std::size_t enough = std::size_t{256} << 10;
    if (!last_memory) last_memory = std::make_unique<std::byte[]>(enough);
}

void at_once(int) {}

// Memory for images, from the program. Segments stay mapped for the next picture: mapping their pages again
// takes as long as decoding a JPEG into them.
class LentMemory : public std::pmr::memory_resource {
public:
    explicit LentMemory(const Channel& channel) : channel_(channel) {}

    // Which of the segments an image lies in, as the program counts them for each question.
    std::optional<std::size_t> number_of(const void* data) const {
        const auto found = std::find(lent_.begin(), lent_.end(), data);
        if (found == lent_.end()) return std::nullopt;
        return static_cast<std::size_t>(found - lent_.begin());
    }
    void count_anew() { lent_.clear(); }

private:
    void* do_allocate(std::size_t bytes, std::size_t) override {
        Packing wanted;
        wanted.add(std::uint64_t{bytes});
        channel_.send(static_cast<std::uint32_t>(Say::segment), wanted.bytes());
        const Message given = channel_.receive(most_of_words, Channel::Files::taken, at_once);
        Unpacking words(given.bytes);
        const std::uint64_t id = words.number(), size = words.number();
        for (std::uint64_t gone = words.number(); gone > 0; --gone) segments_.erase(words.number());
        if (given.file) segments_.try_emplace(id, given.file, size);
        lent_.push_back(segments_.at(id).data());
        return segments_.at(id).data();
    }
    void do_deallocate(void*, std::size_t, std::size_t) override {}
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    const Channel& channel_;
    std::map<std::uint64_t, Segment> segments_;
    std::vector<const void*> lent_;
};

class Worker {
public:
    Worker(const Registry& stages, const Channel& channel)
        : stages_(stages), channel_(channel), lent_(channel) {}

    // Throws Disconnected.
    void answer_next() {
        Message message = channel_.receive(most_of_metadata, Channel::Files::taken, at_once);
        wanted_memory = false;
        try {
            keep_last_memory();
            answer(static_cast<Ask>(message.kind), Unpacking(message.bytes), message.file);
        } catch (const Error& error) {
            fail(error.kind(), error.where(), error.message());
        } catch (const std::bad_alloc&) {
            fail(Error::Kind::input, name_, "it needs more memory than there is");
        } catch (const std::exception& error) {
            fail(Error::Kind::input, name_, error.what());
        }
    }

private:
    void say(Say what, const Packing& words) const {
        channel_.send(static_cast<std::uint32_t>(what), words.bytes());
    }
    void fail(Error::Kind kind, const std::string& where, const Wording& text) {
        leave_pixels();
        Packing failure;
        failure.add(std::uint64_t{wanted_memory}).add(std::uint64_t{kind == Error::Kind::usage});
        say(Say::failed, failure.add(std::string_view(where)).add(text));
    }
    Warn warn() const {
        return [this](const Wording& text) { say(Say::warning, Packing().add(text)); };
    }

    void answer(Ask what, Unpacking words, Descriptor& file) {
        if (what == Ask::close) return close();
        if (what == Ask::open) {
            close();
            open(words, file);
            return say(Say::done, {});
        }
        if (!file_) throw_input("no image is open");
        if (what != Ask::next) leave_pixels();
        Packing done;
        HostImage image;  // which has to stay until the answer is there
        switch (what) {
            case Ask::header: done.add(file_->header()); break;
            case Ask::facts: done.add(file_->facts(warn())); break;
            case Ask::smaller: file_->read_smaller(words.shrunk()); break;
            case Ask::memory: done.add(file_->memory()); break;
            case Ask::row_memory: done.add(file_->row_memory()); break;
            case Ask::read: image = read(words.flag() ? Layout::device : Layout::packed, done); break;
            case Ask::rows: rows(done); break;
            case Ask::next: next(words.number()); break;
            default: throw_input("the message is unknown");
        }
        say(Say::done, done);
    }

    void open(Unpacking& words, Descriptor& file) {
        const std::string stage = words.text(), path_param = words.text();
        const Values values = words.values();
        const bool shut_pipe = words.flag();
        gives_back_ = words.flag();
        const auto& path = std::get<std::string>(values.at(path_param));
        name_ = input_name(path);
        if (is_stdin(path)) {
            ::dup3(file.number(), STDIN_FILENO, 0);
        } else {
            descriptor_ = std::move(file);
            given_.emplace(path, descriptor_.number(),
                           shut_pipe ? GivenFile::Kind::shut_pipe : GivenFile::Kind::file);
        }
        says_memory_ = !is_stdin(path) && !is_pipe(path);
        file_ = stages_.find(stage)->as<SourceDef>()->open(values);
    }

    HostImage read(Layout layout, Packing& done) {
        if (says_memory_) tell_memory(file_->memory());
        HostImage image = file_->read({layout, &lent_}, warn());
        if (!lent_.number_of(image.view().data)) image = copied(image);
        done.add(image.format()).add(std::uint64_t{image.destination().layout == Layout::device});
        done.add(std::uint64_t{lent_.number_of(image.view().data).value()}).add(image.metadata);
        return image;
    }

    void rows(Packing& done) {
        const RowMemory memory = file_->row_memory();
        tell_memory({0, memory.bytes + (std::size_t{1} << 20), false});
        reader_ = file_->rows(warn());
        part_ = HostImage(row_part(reader_->format()), {Layout::packed, &lent_});
        done.add(reader_->format()).add(reader_->metadata());
    }

    void next(std::size_t rows) {
        if (!reader_) throw_input("no image is being read");
        reader_->read(rows_of(part_.view(), 0, rows));
    }

    void tell_memory(const ReadMemory& memory) const {
        say(Say::takes, Packing().add(memory));
        channel_.receive(most_of_words, Channel::Files::refused, at_once);
    }

    // Of formats that are decoded into memory of their own.
    HostImage copied(const HostImage& image) {
        HostImage copy(image.format(), {image.destination().layout, &lent_});
        std::memcpy(copy.row(0), image.row(0), image.pitch() * image.format().rows());
        copy.metadata = image.metadata;
        return copy;
    }

    void leave_pixels() {
        reader_.reset();
        part_ = HostImage();
        lent_.count_anew();
    }
    void close() {
        leave_pixels();
        file_.reset();
        given_.reset();
        descriptor_ = Descriptor();
#ifdef __GLIBC__
        if (gives_back_) ::malloc_trim(0);
#endif
    }

    const Registry& stages_;
    const Channel& channel_;
    LentMemory lent_;
    std::string name_;
    Descriptor descriptor_;  // what a pipe is read from
    std::optional<GivenFile> given_;
    bool gives_back_ = false, says_memory_ = false;
    std::unique_ptr<ImageFile> file_;    // that is open
    std::unique_ptr<RowReader> reader_;  // of it
    HostImage part_;                     // some of its rows
};

// A busy worker would not see that the program is gone.
void end_with_the_program() {
    // It begins with calls that the filter is to refuse.
    const auto begun = std::make_shared<std::latch>(1);
    std::thread([begun] {
        begun->count_down();
        pollfd end{worker_socket, 0, 0};
        while (::poll(&end, 1, -1) <= 0) {
        }
        ::_exit(0);
    }).detach();
    begun->wait();
}

void give_up_waits_at(int) { give_up_waits(); }

// The terminal tells all of its programs of Ctrl-C; when a worker ends is for the program to say.
void heed_no_signals() {
    for (const int signal : {SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
    std::signal(SIGINT, give_up_waits_at);
}

// Drivers and libraries of the program may have left some open.
void close_what_is_not_ours() {
#ifdef SYS_close_range
    ::syscall(SYS_close_range, worker_socket + 1, ~0U, 0);
#endif
}

}  // namespace

int serve(const Registry& stages) {
    heed_no_signals();
    close_what_is_not_ours();
    limit_this_process();
    std::set_new_handler(note_want_of_memory);
#ifdef __GLIBC__
    ::mallopt(M_ARENA_MAX, 1);  // one for each thread takes 64 MiB of addresses, which are limited
#endif
    const Channel channel{Descriptor(worker_socket)};
    try {
        end_with_the_program();
        channel.send(static_cast<std::uint32_t>(Say::ready),
                     Packing().add(std::string_view(refuse_system_calls())).bytes());
        Worker worker(stages, channel);
        while (true) worker.answer_next();
    } catch (const Disconnected&) {
        return 0;
    }
}

}  // namespace sluice::isolated

// The workers of a run: as many as are asked at once, kept from file to file, and replaced when they end.
#pragma once

#include "pipeline/isolated/pixel_segments.hpp"
#include "pipeline/isolated/process.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <vector>

namespace sluice::isolated {

class Workers {
public:
    // `command`: what starts one. `most_idle` wait for the next file. Starts the first, unless that is to
    // wait until there is a file for it. Throws Error(usage) where the system has none of what they need.
    enum class Start { at_once, when_asked };
    Workers(std::vector<std::string> command, std::size_t most_idle, Start start = Start::at_once);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Bytes that decoding one picture may take, pixels included; 0 = any. `give_back`: memory of pictures
    // goes with them. Before the first picture.
    void limit_memory(std::size_t bytes, bool give_back);
    std::size_t most_memory() const { return most_memory_; }
    bool gives_back() const { return gives_back_; }

    // Why workers may open files all the same, or "".
    const std::string& unfiltered() const { return unfiltered_; }

    // A worker for one thread at a time, until this goes: then it waits for the next file, unless it was
    // lost.
    class Lease {
    public:
        Lease(Workers& workers, std::unique_ptr<Process> process, bool reads_stdin)
            : workers_(workers), process_(std::move(process)), reads_stdin_(reads_stdin) {}
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        Process& process() { return *process_; }
        // It is not to be trusted any more. Says how it ended.
        std::string lose();

    private:
        Workers& workers_;
        std::unique_ptr<Process> process_;
        bool reads_stdin_;
    };
    // Any thread. Throws Error(usage) when none can be started.
    Lease any();
    // The one that reads stdin, and keeps what it has read. Throws Error(input) without `where` when that is
    // lost.
    Lease of_stdin();

    // A file may keep its worker from call to call as long as it has a place: there are as many as workers
    // that wait. Null: none is free. Any thread; must not outlive this.
    struct GiveBack {
        void operator()(Workers* workers) const { workers->places_.release(); }
    };
    using Place = std::unique_ptr<Workers, GiveBack>;
    Place place() { return Place(places_.try_acquire() ? this : nullptr); }

    PixelSegments segments;

private:
    std::unique_ptr<Process> idle();  // null: none is
    std::unique_ptr<Process> ready();

    std::vector<std::string> command_;
    std::size_t most_idle_;
    std::counting_semaphore<> places_;
    std::size_t most_memory_ = 0;
    bool gives_back_ = false;
    std::string unfiltered_;

    std::mutex mutex_;
    std::vector<std::unique_ptr<Process>> idle_;  // the one used last is taken first

    std::mutex stdin_mutex_;  // held as long as its worker is
    std::unique_ptr<Process> of_stdin_;
    bool began_stdin_ = false;
};

}  // namespace sluice::isolated

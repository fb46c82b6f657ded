// What a Session and its Frames share. Included in this floor only.
#pragma once

#include "pipeline/run/frame_memory.hpp"
#include "pipeline/run/session.hpp"

#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

struct Session::State {
    State(const Prepared& plan, SessionOptions options);

    Device device;
    ExecutionPlan plan;
    SessionOptions options;
    Queue queue;
    std::vector<Kernel> kernels;  // one for each Launch of the plan, in order
    std::vector<std::unique_ptr<FrameMemory>> free;
    std::size_t frames = 0;  // that there is memory for
    Counters counters;
    std::vector<Span> spans;

    std::unique_ptr<FrameMemory> take_memory();
    void add_span(const std::string& name, const Event& event, std::size_t bytes);
    Counts& count(const std::string& stage) { return counters.stages[stage]; }
};

struct Frame::State {
    explicit State(std::shared_ptr<Session::State> session_) : session(std::move(session_)) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();  // waits, and gives its memory back

    void wait();
    const Download& download(const std::string& sink) const;

    struct Timed {
        std::string name;
        Event event;
        std::size_t bytes;
    };

    std::shared_ptr<Session::State> session;
    std::unique_ptr<FrameMemory> memory;
    Event images_ready;    // what Frame::image gives out
    Event done;            // all of it
    bool started = false;  // commands were enqueued
    bool waited = false;
    std::exception_ptr failure;  // what waiting said
    std::vector<Timed> timed;
    std::map<std::string, Table> tables;
    std::vector<std::uint32_t> status;
};

}  // namespace sluice

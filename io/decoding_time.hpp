// How long the decoding of one file takes, and may take.
#pragma once

#include "pipeline/files/bytes.hpp"

namespace sluice {

// Processor time of the thread that decodes: neither a slow disk nor other programs count. One thread at a
// time.
class DecodingTime {
public:
    explicit DecodingTime(double most) : most_(most) {}  // seconds; 0 = any
    DecodingTime(const DecodingTime&) = delete;
    DecodingTime& operator=(const DecodingTime&) = delete;

    // What `work` takes is counted.
    template <class Work>
    auto count(Work work) {
        const Counting now(*this);
        return work();
    }

    // The same file, which checks the time where it is read. This must outlive it.
    FileBytes watched(FileBytes file) const;

private:
    struct Counting {
        explicit Counting(DecodingTime& time);
        ~Counting();
        Counting(const Counting&) = delete;
        Counting& operator=(const Counting&) = delete;
        DecodingTime& time;
    };
    void check() const;  // throws Error(input)

    double most_;
    double spent_ = 0;   // until counting began
    double begun_ = -1;  // of this thread's time; -1: nothing is counted now
    mutable unsigned asked_ = 0;
};

}  // namespace sluice

// The layer of faults in this process.
#pragma once

#include "tests/faults/layer.hpp"

#include <string>

// Where the loader knows layers, calls fail as `faults` says while this lives. One at a time.
class WithFaults {
public:
    explicit WithFaults(const Faults& faults);
    ~WithFaults();
    WithFaults(const WithFaults&) = delete;
    WithFaults& operator=(const WithFaults&) = delete;

    unsigned long calls() const;   // that could have failed, since this was made
    unsigned long failed() const;  // that did
};

// Whether the layer sees our calls: the loader may know none, or be another than Debian's.
bool has_layer();

// "call 17 once with -5", for messages.
std::string text_of(const Faults& faults);

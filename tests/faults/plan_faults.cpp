#include "tests/faults/plan_faults.hpp"

#include "pipeline/device/device.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>

#include <dlfcn.h>

namespace {

// Before the loader is asked for anything.
const bool named = ::setenv("OPENCL_LAYERS", SLUICE_FAULT_LAYER, 1) == 0;

template <class Function>
Function exported(const char* name) {
    static void* const layer = ::dlopen(SLUICE_FAULT_LAYER, RTLD_NOW);  // the one that the loader has
    REQUIRE(layer != nullptr);
    void* const found = ::dlsym(layer, name);
    REQUIRE(found != nullptr);
    return reinterpret_cast<Function>(found);
}

void plan(const Faults& faults) { exported<decltype(&sluice_plan_faults)>("sluice_plan_faults")(&faults); }

}  // namespace

WithFaults::WithFaults(const Faults& faults) {
    if (std::getenv("SLUICE_FAULTS_TELL") != nullptr) std::cerr << text_of(faults) << std::endl;  // for hangs
    plan(faults);
}
WithFaults::~WithFaults() { plan({}); }

unsigned long WithFaults::calls() const { return exported<decltype(&sluice_calls)>("sluice_calls")(); }
unsigned long WithFaults::failed() const {
    return exported<decltype(&sluice_failed_calls)>("sluice_failed_calls")();
}

bool has_layer() {
    static const bool has = [] {
        const WithFaults none({});
        sluice::list_devices();
        return named && none.calls() > 0;
    }();
    return has;
}

std::string text_of(const Faults& faults) {
    const std::string error = " with " + std::to_string(faults.error);
    const std::string call = "call " + std::to_string(faults.call);
    switch (faults.mode) {
        case Faults::none: return "no faults";
        case Faults::once: return call + " fails" + error;
        case Faults::from: return call + " and all after it fail" + error;
        case Faults::larger:
            return "allocations of more than " + std::to_string(faults.bytes) + " bytes fail" + error;
        case Faults::command: return "the command of " + call + " fails" + error;
        case Faults::hang: return call + " hangs";
        case Faults::hung_command: return "the command of " + call + " hangs";
        case Faults::lie: return call + " and all after it give wrong bytes";
        case Faults::end: return call + " ends the process";
        case Faults::late: return "all calls are late";
    }
    return "";
}

// A layer between OpenCL's loader and its drivers (cl_khr_icd, OPENCL_LAYERS) that makes calls fail. A failed
// call does nothing, and leaves what it should have written as it was, as a driver does.
//
// A test of the same process sets it by plan_faults(); for another program there are environment variables:
//   SLUICE_FAULT        once, from, larger, command, hang, hung-command, lie, late or end, see below
//   SLUICE_FAULT_CALL   which call, counted from 1
//   SLUICE_FAULT_ERROR  the OpenCL error code; -5 when it is not set
//   SLUICE_FAULT_BYTES  for larger
//   SLUICE_FAULT_ENTRY  count and fail calls of this one only: clCreateBuffer
//   SLUICE_FAULT_DEVICE count and fail calls for a device only whose name has this in it, as far as their
//                       arguments tell: those of queues and contexts do. pthread and basic are those of
//                       PoCL, whatever its version calls them
//   SLUICE_FAULT_COUNT  a file that gets the number of calls when the program ends
#pragma once

#include <cstddef>

struct Faults {
    enum Mode : int {
        none,
        once,          // this call fails
        from,          // this one and all after it: a device that is lost
        larger,        // every allocation of more than so many bytes
        command,       // what this call puts on a queue fails there; of other calls as `once`
        hang,          // this one never comes back
        hung_command,  // what this call puts on a queue never ends; of other calls as `hang`
        lie,           // this one and all after it that give bytes to the host give wrong ones
        end,           // this one ends the process, by SIGKILL
        late,          // each call takes some milliseconds longer, and events are told of when all is done
    };
    Mode mode = none;
    unsigned long call = 0;  // from 1
    int error = -5;
    std::size_t bytes = 0;
    char entry[64] = "";   // "" = all
    char device[64] = "";  // a part of a name; "" = all
};

// What the layer exports, for dlsym().
extern "C" {
void sluice_plan_faults(const Faults* faults);  // and counts anew
unsigned long sluice_calls();                   // that were counted
unsigned long sluice_failed_calls();
}

// The device of this thread, as functions of NPP want to know it.
#pragma once

#include <cuda_runtime.h>
#include <npp.h>

inline NppStreamContext npp_context() {
    NppStreamContext made{};
    cudaDeviceProp of{};
    cudaGetDevice(&made.nCudaDeviceId);
    cudaGetDeviceProperties(&of, made.nCudaDeviceId);
    made.nMultiProcessorCount = of.multiProcessorCount;
    made.nMaxThreadsPerMultiProcessor = of.maxThreadsPerMultiProcessor;
    made.nMaxThreadsPerBlock = of.maxThreadsPerBlock;
    made.nSharedMemPerBlock = of.sharedMemPerBlock;
    made.nCudaDevAttrComputeCapabilityMajor = of.major;
    made.nCudaDevAttrComputeCapabilityMinor = of.minor;
    return made;
}

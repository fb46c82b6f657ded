// Whether what a process takes says something of sluice: sanitizers take several times the memory.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool counts_memory = false;
#else
constexpr bool counts_memory = true;
#endif

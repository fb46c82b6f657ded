// A program that is carried to other machines picks the version of a loop for their processor when it starts.
#pragma once

// The thread sanitizer's runtime is not there yet when that is picked, and what picks calls it.
#if defined SLUICE_LOOP_CLONES && !defined __SANITIZE_THREAD__
#define FOR_EACH_PROCESSOR [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define FOR_EACH_PROCESSOR
#endif

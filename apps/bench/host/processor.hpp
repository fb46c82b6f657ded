// A program that is carried to other machines picks the version of a loop for their processor when it starts.
#pragma once

#ifdef SLUICE_LOOP_CLONES
#define FOR_EACH_PROCESSOR [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define FOR_EACH_PROCESSOR
#endif

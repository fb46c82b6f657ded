// As kernels/prelude.h, for the kernels of sluice-bench: that of a limit, and the steps of the ladders.

// --- read.cl: apps/bench/limits -------------------------------------------------------------------------

#define LOCAL 64
#define ACROSS 8
#define READ read_imageui

// --- ladder: options_of() of apps/bench/ladder/step_run.cpp ---------------------------------------------

#define ELEMENT int
#define LOWEST INT_MIN
#define HIGHEST INT_MAX
#define WIDTH 4
#define GROUP 64

// The texts of source_of() there, in its order; here of a sum. Imported, clang does not read again the one
// that is open. What is open stands behind types.clh alone where it is itself such a quantity.
#import "apps/bench/kernels/ladder/types.clh"
#if defined(GLUE) && !defined(LADDER_QUANTITY)
#import "apps/bench/kernels/ladder/sum.clh"
#import "apps/bench/kernels/ladder/memory.clh"
#ifdef SOURCE
#import "apps/bench/kernels/ladder/tree.clh"
#import "apps/bench/kernels/ladder/gather.clh"
#endif
#endif

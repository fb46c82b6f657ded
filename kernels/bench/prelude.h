// As kernels/prelude.h, for the kernels of bench: those that measure limits, and the steps of its ladders.

// --- kernels/bench: apps/bench/limits -------------------------------------------------------------------

#define LOCAL 64
#define ACROSS 8
#define READ read_imageui

// --- kernels/ladder: options_of() of apps/bench/ladder/step_run.cpp -------------------------------------

#define ELEMENT int
#define LOWEST INT_MIN
#define HIGHEST INT_MAX
#define WIDTH 4
#define GROUP 64

// The texts of source_of() there, in its order; here of a sum. Imported, clang does not read again the one
// that is open. What is open stands behind types.clh alone where it is itself such a quantity.
#import "kernels/ladder/types.clh"
#if defined(GLUE) && !defined(LADDER_QUANTITY)
#import "kernels/ladder/sum.clh"
#import "kernels/ladder/memory.clh"
#ifdef SOURCE
#import "kernels/ladder/tree.clh"
#import "kernels/ladder/gather.clh"
#endif
#endif

// What the planner gives to kernels, for editors: .clangd puts this in front of each kernel. No program has
// it. Programs differ in these names. This is one for a CPU: four pixels in a V, of four lanes of 8 bits.

// --- Options of the build: lane_options() of pipeline/plan/code/kernel_source.cpp -----------------------

#define LANES 4
#define PIXELS 4
#define VN 16
#define REAL float
#define INT int
#define WIDE double
#define FP64
#define WORDS_N 16
#define EXACT_DIVISION

// --- Texts in front: KernelSource::include, which brings each once -------------------------------------

// Imported, not included: then clang does not read them again, neither where a kernel includes them too nor
// where one of them is what is open. What needs a text that may be missing for that asks for its macros.
#import "kernels/lanes.clh"
#ifdef PASTE  // else this is in front of lanes.clh, which needs nothing else
#import "kernels/quotient.clh"
#import "kernels/half.clh"
#ifdef HALF_CODE
#import "kernels/round.clh"
#endif
#import "kernels/power.clh"
#import "kernels/texel.clh"
#import "kernels/divide.clh"

// --- A pass: pipeline/plan/code/assemble_pass.cpp, ground.cpp -------------------------------------------

#define UNIT 16  // pixels
#define GROUP 1  // work-items
#define DEPTH 1  // units on their way at once
#define PIXEL_COLUMN(i) (x + (i))
#define LANE_COLUMNS(k) (PIXEL_OF_LANE + (INT)PIXEL_COLUMN((k) * PIXELS))
#import "kernels/group.clh"
#import "kernels/buffer.clh"
#include "kernels/unaligned.clh"
#import "kernels/prefetch.clh"
#import "kernels/local_pixels.clh"
#import "kernels/coordinate.clh"
#import "kernels/gather.clh"

// Its arguments: images, weights, sizes of the Gather's image and of the result, what a group does.
#define PASS_PARAMETERS                                                                                  \
    __global const uint4 *src0, const uint src0_pitch, const uint src0_first, const uint src0_rows,      \
        const uint src0_width, const uint src0_height, __global const REAL *src0_columns,                \
        __global const REAL *src0_lines, const uint src0_outputs, __global const int *src0_runs,         \
        const uint width, const uint layer_groups, const uint layer_groups_inverse, const uint columns,  \
        const uint tile_width, const uint tile_shift, const uint across, const uint across_inverse,      \
        const uint first_row, const uint height, const uint tiles, const uint run,                       \
        const uint tile_height
#define PASS_ARGUMENTS                                                                                   \
    src0, src0_pitch, src0_first, src0_rows, src0_width, src0_height, src0_columns, src0_lines,          \
        src0_outputs, src0_runs, width, layer_groups, layer_groups_inverse, columns, tile_width,         \
        tile_shift, across, across_inverse, first_row, height, tiles, run, tile_height

// Lines of a skeleton that KernelSource::filled replaces; most of them by nothing here.
#define PASS_GROUND  /* which layer, and which of its groups this is; of Reduces the row of Tables too */ \
    const uint layer = quotient((uint)get_group_id(0), layer_groups, layer_groups_inverse);               \
    const uint group = (uint)get_group_id(0) - layer * layer_groups;
#define PASS_BEFORE        // what stands before the loops
#define PASS_UNITS         // declares DEPTH units of each image
#define PASS_LOAD          // reads unit d of each image
#define PASS_TEST          // clears `whole` where a unit holds what is rare and takes long to count
#define PASS_WHOLE         // what becomes of unit d
#define PASS_EDGE          // the same of one that an edge may cut, or that PASS_TEST found
#define PASS_STORE         // writes unit d of each result
#define PASS_PIECE         // what becomes of PIXELS pixels
#define PASS_ROW           // writes a row of samples: row_of_samples.clh
#define PASS_AFTER_PIECES  // when an item has done its pieces of a row, or of some
#define PASS_STORE_TILE    // writes what pieces left in local memory, where images want whole texels
#define PASS_AFTER_TILE    // when an item has done its part of a tile
#define PASS_AFTER         // what stands behind the loops
#define PASS_AREAS 0       // whether Tables have rows for tiles: a group goes over one of them
#define PASS_OVERLAPS 1    // whether the last unit of a row may go over pixels of the one before
#define PASS_EDGES 1       // whether a unit that an edge cuts is another matter than a whole one
#define PASS_RUNS 1        // whether a group takes `run` tiles one after the other, or strides through all
#define PASS_WINDOWS 0     // whether an item's units lie below each other, for what windows have in common
// Whether pixels of a unit lie tile_width columns apart in tiles that are all image, so that items side by
// side read and write pixels side by side.
#define PASS_APART 0

// --- A Gather's function: gather_code.cpp, window_code.cpp, choose_code.cpp ------------------------------

V prelude_texel(PASS_PARAMETERS, const uint layer, VI x, VI y);
V prelude_sample(PASS_PARAMETERS, const uint layer, EACH(long) x, EACH(long) y);
// The last name is the function's. Only one that returns a BLOCK has item, block and scratch.
#define SRC                                                                                              \
    PASS_PARAMETERS, const uint layer, const int item, const __local PIXEL_REAL *block,                  \
        __local REAL *scratch, const VI at_x, const VI at_y, const int
#define AT(src, dx, dy) prelude_texel(PASS_ARGUMENTS, layer, at_x + (VI)(dx), at_y + (VI)(dy))
#define PIECE_OF_UNIT(src) 0
#define TEXEL(src, x, y) prelude_texel(PASS_ARGUMENTS, layer, CONVERT(INT, x), CONVERT(INT, y))
#define SAMPLE(src, x, y) prelude_sample(PASS_ARGUMENTS, layer, x, y)
#define SRC_COLORS 3      // of its image
#define SRC_FINITE 1      // whether all that it reads is
#define WEIGHED_FINITE 1  // and all that it weighs

// Of functions that choose: choose.clh. Without WORD_AT, and of numbers.
#define S V
#define S_IS_V 1
#define LEAST fmin
#define GREATEST fmax
#define MIDDLE(a, b, c) fmax(fmin(a, b), fmin(fmax(a, b), c))
#define OTHER(a, b, lesser) fmax(a, b)
#define THIRD(a, b, c, least, greatest) MIDDLE(a, b, c)
#define KEEP_ALPHA(own, v) (ALPHA_LANES ? (own) : (v))

// sample.clh, separable.clh: once for each Gather.
#define SAMPLE_TAPS 4
#define SAMPLE_TEXEL TEXEL
#define SAMPLE_COLUMNS 1
#define SAMPLE_ROWS 1
#define COLUMNS src0_columns
#define COLUMN_TAPS 5
#define COLUMNS_KNOWN 5
#define COLUMNS_EVEN 0
#define COLUMNS_OUTPUTS (int)width
#define ROWS src0_lines
#define ROW_TAPS 5
#define ROWS_KNOWN 5
#define ROWS_EVEN 0
#define ROWS_OUTPUTS (int)src0_outputs
#define WEIGHTS_FINITE 1
#define WHOLE_SUMS 0
#define SUM uint
#import "kernels/ports.h"
#import "kernels/fields.h"

// --- Texts that are read once for each image or Reduce --------------------------------------------------

// rows.clh: rows_code.cpp. What each is, the text itself says.
#define ROWS_SAMPLE uchar
#define ROWS_CHANNELS 3
#define ROWS_ALPHA 0
#define ROWS_VECTORS 4
#define ROWS_PIECE 16
#define ROWS_BITS uchar
#define ROWS_APART 0
#define ROWS_PLANES 0
#define ROWS_PAST_CACHE 1

// reduce.clh: reduce_code.cpp. Likewise.
typedef struct {
    float least;
} prelude_one;
typedef struct {
    prelude_one channel[4];
} prelude_all;
void prelude_merge(prelude_one *a, const prelude_one *b);
void prelude_store(prelude_one found, uint row, uint channel, TABLE table);
#define REDUCE_ONE prelude_one
#define REDUCE_START {INFINITY}
#define REDUCE_ALL prelude_all
#define REDUCE_MERGE(a, b) prelude_merge(a, b)
#define REDUCE_STORE(found, row, channel, table) prelude_store(found, row, channel, table)
#define REDUCE_CHANNELS 4
#define REDUCE_ROUND 4
#define REDUCE_FINDS 1
#define REDUCE_FINISHES 1

// checked_reads.clh: checked_code.cpp.
#define CHECKED_V V
#define CHECKED_TEXEL(x, y) CONVERT(REAL, (x) + (y))
#define CHECKED_FLAG ((__global uint *)0)
#define CHECKED_REACH 0
#define CHECKED_COLUMN(x) (x)
#define CHECKED_ROW(y) (y)
#define CHECKED_PLACES ((__global const int *)0)

// histogram.clh: histogram_code.cpp. Likewise.
#define BINS 256
#define BINS_ALL 768u
#define BINS_SPACE __local
#define BINS_ADD(bin) atomic_inc(&bin)
#define BINS_LANES BINS_COUNT(0, 0) BINS_COUNT(1, 1)
#define BINS_LOW (REAL)0
#define BINS_HIGH (REAL)1
#define BINS_WIDTH 1
#define BINS_BY REAL
#define BINS_KEY uint
#define BINS_IN_LOCAL 1
#define BINS_FINISHES 1
#define BINS_TABLE ((__global ulong *)table)[0]
#define BINS_WAYS 1

// --- Passes over tiles: the strategies of pipeline/plan/strategies, each with its text -------------------

#define TILE_WIDTH 64      // outputs that the items of a group have side by side
#define PIXEL_WORDS uint   // a pixel as it lies in memory, which may be less than a word
#define PIECE_WORDS uint4  // PIXELS of them; walk.clh: one, of 16 bytes at most
V prelude_piece(PASS_PARAMETERS, const uint layer, PIECE_WORDS words);
#define PIECE_VALUE(words) prelude_piece(PASS_ARGUMENTS, layer, words)
#define PRELUDE_LINE(type, y) ((const __global type *)(src0 + (size_t)(y) * src0_pitch))
#define OPEN 3  // rows that a line is added to at most; walk.clh: outputs and columns
#define SOURCE_WIDTH (int)src0_width
#define SOURCE_HEIGHT (int)src0_height
#define LINES 4      // in local memory; sums.clh: outputs below each other that are made at a time
#define TILE_ROWS 4  // outputs of a column that these complete at most
#import "kernels/row_lines.clh"

// block.clh, strategies/block.clh.
#define BLOCK_AROUND 1  // columns on either side of the outputs
#define BLOCK_HEIGHT 4  // outputs below each other
// Pixels in local memory: how many are beside and above the outputs, and in all.
#define SOURCE_LEFT 4
#define SOURCE_ABOVE 1
#define SOURCE_COLUMNS 72
#define SOURCE_ROWS 6
#define BLOCK_MAKE block_outputs made;
#define FILL(x, y) prelude_texel(PASS_ARGUMENTS, layer, x, y)
#define BELOW 1  // rows of the image that a row of the result needs below it
#ifdef PIXEL_REAL
#import "kernels/block.clh"
#endif

// columns.clh, straight.clh, disjoint.clh. Outputs that weigh alike, and only what is image; of columns.clh
// those whose windows are all image, in whole pieces.
#define INNER_LEFT 2
#define INNER_RIGHT 62
#define INNER_TOP 2
#define INNER_BOTTOM 62
#define COLUMN_OFFSETS 0, 0, 1, 1  // where outputs begin, from the first column of their piece on
#define TAPS_ACROSS 6              // how many each weighs
#define PIECES_ACROSS 3            // pieces of PIXELS columns that these are in all
#define COLUMNS_ALIGNED 1          // whether these begin at a multiple of PIXELS
#define LINES_KEPT 0  // whether a row weighs lines that are kept, or each is added to rows that are open
#define TILE_SETS 8   // a tile's sets of numbers: at most one for each row if LINES_KEPT, else for each line
#define LINE_PIXELS(y) PRELUDE_LINE(PIXEL_WORDS, y)  // a row of the image
#define COLUMN_STEP 1   // outputs begin so many columns apart; lines.clh: 0 if each has weights of its own
#define COLUMN_FIRST 0  // where output 0 begins
#define COLUMN_SHIFT 2  // columns of a piece of the image before the first that a piece of outputs weighs
enum { COLUMN_WEIGHTS = 1, ROW_STEP = 1 };  // no macros: walk.clh, pass_side_by_side.clh have such
#define ROW_FIRST 0
#define TAPS_DOWN 3
#define ROW_WEIGHTS 0.25, 0.5, 0.25  // for OPEN * ROW_STEP rows
#define LINE_PIECES(y) PRELUDE_LINE(PIECE_WORDS, y)
#define PLAIN(x, y) prelude_texel(PASS_ARGUMENTS, layer, (VI)((int)(x)), (VI)(y))  // an output at an edge
typedef struct {
    V piece[UNIT / PIXELS];
} prelude_unit;
#define UNIT_TYPE prelude_unit
typedef V PIECE;  // the type in samples.clh, PIXELS pixels: no macro, as disjoint.clh has one of that name
#define PIECE(raw) (raw)  // what becomes of a piece of a unit

// lines.clh. FILL_DECLARE: a unit of the image for each line; FILL_LOAD reads the one of line d, FILL_UNIT.
// Stored, its FILL_TEXELS go into local memory as they are; else FILL_PIECE makes FILL_NUMBERS of each piece.
// What is not all image goes there pixel by pixel: FILL_PIXEL at FILL_COLUMN and FILL_ROW, or FILL_PLACE.
#define MOST_WIDTH 64      // TILE_WIDTH at most, a number
#define TILE_ELEMENTS 288  // room for LINES lines of SOURCE_COLUMNS
#define TILE_STORED 1      // whether they lie there as in memory, not as numbers
#define TILE_ELEMENT uint  // a pixel of them
typedef union {
    uint pixel[PIXELS];
    uint4 words;
} prelude_piece_of_tile;
typedef struct {
    uint4 texel[4];
} prelude_unit_of_line;
#define FILL_PIECE_TYPE prelude_piece_of_tile  // PIXELS of them, and how these become a V
#define FILL_VALUE(raw) PIECE_VALUE((raw).words)
#define TILE_TEXELS 1  // whether PIXELS of them are 16 bytes, and how these become a V
#define FILL_TEXEL PIECE_VALUE
#define FILL_DECLARE
#define FILL_LOAD
#define FILL_PIECE
#define FILL_NUMBERS (V)(0)
#define FILL_PLACE(x, y) CONVERT(REAL, (x) + (y))
#define FILL_TEXELS 4
#define FILL_UNIT(d) ((prelude_unit_of_line){0})
#define FILL_ROW(y) clamp(y, (VI)(0), (VI)(7))
#define FILL_COLUMN(x) FILL_ROW(x)
#define FILL_PIXEL(x, y) 0
#define FILL_AHEAD(y) PREFETCH(LINE_PIXELS(y) + column)  // brings a unit of row y nearer
#define FILL_UNITS 1  // whether the image is read by units
// From EVEN_LEFT to before EVEN_RIGHT outputs weigh alike, output i from source column i * COLUMN_STEP +
// EVEN_FIRST on. EVEN_SHIFT: columns of a unit before that; EVEN_SLACK: how far right of it others begin.
#define EVEN_LEFT 2
#define EVEN_RIGHT 62
#define EVEN_FIRST 0
#define EVEN_SHIFT 2
#define EVEN_SLACK 1

// walk.clh.
#define ITEM_LINES 2      // that an item takes at a time, GROUP apart
#define FIRST_COLUMN 0    // of the image: line 0 of row_lines.clh
#define CHUNK_COLUMNS 16  // so many are in local memory at a time
#define ONE 1             // what the one row of each output weighs
#define LAST_TEXEL 15     // of a row of the image, in 16 bytes
#define LINE_TEXELS(y) PRELUDE_LINE(uint4, y)

// sums.clh.
#define SUMS 2
#define SUM_INT int  // as wide as SUM, which wraps around
#define LEFT -2      // where the rectangle of COLUMN_TAPS x ROW_TAPS begins beside its pixel
#define ABOVE -2
#define SUMS_ADD column[0] += SUMS_OF(prelude_texel(PASS_ARGUMENTS, layer, at_x, at_y));
#define SUMS_TAKE_AWAY column[0] -= SUMS_OF(prelude_texel(PASS_ARGUMENTS, layer, at_x, at_y));
#define SUMS_GATHER const V gathered = CONVERT(REAL, SUMS_AT(0));

// samples.clh, and what stands behind it: kept.clh, medians.clh, moves.clh, runs.clh, slide.clh.
#define ELEMENT float   // a sample: what lies in memory if it is an integer, else a number
#define MOST 0          // whether the greatest of two is wanted, not the least
#define REALS 1         // whether samples are real numbers
#define FOUND PIECE     // PIXELS pixels of a row that is found, and the type of their lanes
#define FOUND_LANE ELEMENT
#define COLUMN_SUM uint  // integers that hold the sum of a column of a rectangle, and of all of it
#define WINDOW_SUM uint
#define WIDE_SAMPLES 8  // that are looked at at a time
#define INTERLEAVED 1   // channels that lie side by side as columns: a neighbour is so many away
#define IMAGE_WIDTH (int)src0_width
#define READ(x, y) prelude_texel(PASS_ARGUMENTS, layer, x, y)  // a PIECE, whatever is there
#define READ_ROW READ                                          // ... where all of it is image
#define INNER_ROW(y) place_of(edge_clamp((VI)(y), src0_height))  // the row that stands for y; -1: none
#define NEARER(x, y) PREFETCH(PRELUDE_LINE(float, y) + (x))      // brings a pixel nearer, if it is image
#define KEEPS_OWN 1  // whether some lanes keep what they were, and which
#define KEEP_OWN(own, v) (ALPHA_LANES ? (own) : (v))
#define ROWS_STAGED 0      // whether PASS_STORE_TILE stands for anything
#define LINE_SAMPLES 512   // room for a line of the image
#define KEPT_STEPS 4       // vectors that are weighed at a time
#define KEPT_REACH 1       // vectors that the outputs of one begin in; 0 = columns weigh alike
#define KEPT_DOUBLES 0     // whether REAL is double
#define KEPT_LINES 8       // that are kept, a power of two
#define KEPT_SAMPLES 4096  // room for all of these; slide.clh: for WINDOW_ROWS rows of the result
#define KEY int            // whole numbers as wide as a sample, with a sign and without one; their bits
#define UKEY uint
#define KEY_BITS 32
#define UNSIGNED 0      // whether samples have no sign
// The rectangle, runs.clh: that around all runs: where it begins beside its pixel, and its size.
#define WINDOW_LEFT -1
#define WINDOW_ABOVE -1
#define WINDOW_COLUMNS 3
#define WINDOW_ROWS 3
#define MEDIAN_SIDE 3   // of a square that is put into order, 3 or 5; else 0
#define MEDIAN_LINES 3  // room for the lines of an output
#define MANY_PLACES 0   // whether there are more than a UKEY can count
#define MEDIAN_STEPS 4  // vectors of samples that are looked at at a time
#define HISTOGRAM_COLUMNS 640  // room for so many of a tile
#define HISTOGRAM_LINES 32     // room for the lines of an output
#define HISTOGRAM_LANES 3      // whose medians are found
#define PREFIX_EXACT 0         // whether no sum is rounded, whatever the order
#define PREFIX_SHIFT 3         // a block has 2^PREFIX_SHIFT pixels, or blocks
#define PREFIX_DOWN 4          // kinds of blocks that a column has: pixels, blocks of these, and so on
#define PREFIX_ACROSS 4        // the same of a row
#define PREFIX_TILES 8         // side by side, for whose columns there is room: a stripe
#define PREFIX_CARRIED 1       // rows of a band whose sums go on with its next stripe; 1: it has one
#define PREFIX_ROW 4096        // room for a row of a tile
#define MOVE_FROM_X 0   // where column 0 of the result comes from, and where the next one does, 1 or -1 away
#define MOVE_STEP_X -1
#define MOVE_FROM_Y 0  // the same of rows
#define MOVE_STEP_Y 1
#define MOVE_TRANSPOSED 0  // whether columns of the result come from rows, and rows from columns
#define MOVE_LINES 1       // of the image at a time
#define MOVE_ROWS 1        // of the result at a time, where they were columns
#define MOVE_PIXEL uint    // a whole pixel; and how many a side has of a block that is turned in registers
#define MOVE_BLOCK 8
#define RUN_LEVELS 2       // how many lengths are found, 1 among them
#define RUNS src0_runs
#define RUN_LINES 2        // of the image at a time
#define OPEN_SAMPLES 2048  // room for all open rows
#define RUN_STEPS 4        // vectors of samples that an item looks at at a time
#if defined(OF_PIXEL) && defined(PREFETCH)
#import "kernels/samples.clh"
#endif
#import "kernels/median_networks.clh"

// --- Texts of statements, which stand in a kernel: here in a function ------------------------------------

// pass_area.clh, in place of PASS_GROUND; row_of_samples.clh, in place of PASS_ROW.
#define PRELUDE_AREA                                                                                     \
    void prelude_area(const uint layer_groups, const uint layer_groups_inverse, const uint tile_width,   \
                      const uint tile_height, const uint first_row, const uint height,                   \
                      const uint area_x, const uint area_y, const uint area_width,                       \
                      const uint area_height, const uint area_columns, const uint area_rows,             \
                      const uint part_left, const uint part_right, const uint part_top,                  \
                      const uint part_bottom)
#define PRELUDE_ROW                                                                                      \
    void prelude_row(PASS_PARAMETERS, const uint layer, const int item, const int left,                  \
                     const int output, const __local ELEMENT *row)

// --- Kernels of the host: apps/tune/measure.cpp, pipeline/run/reorder.cpp --------------------------------

#define READS 64
#define NATURAL ui
#define SWAPS 1
#define LOCAL 64
#define ACROSS 8
typedef uint4 VECTOR;  // tuning/near.cl; the macro of lanes.clh has an argument
#endif

// Fields of Tables, for editors, as in the other file of this kind: table_accessors() of kernel_source.cpp. No
// program has it.
//
// Of the Tables that a function takes by the name of its argument: <table>_<field>(row, channel), with a
// third argument where a channel has several, and then <field>_count; <table>_rows, <table>_channels. A
// function is read only where the Tables of its stage have what it asks for by #ifdef.
#define PRELUDE_FIELD(type, table, row, channel) (((__global type *)(table))[(row) * 4 + (channel)])
#define PRELUDE_FIELDS(type, table, row, channel, i) \
    (((__global type *)(table))[((row) * 4 + (channel)) * 256 + (i)])

// Of a Reduce: counts and extremes, sums as pairs of doubles. `raw`: of an integer image.
#define stats_channels 4
#define stats_count(row, channel) PRELUDE_FIELD(ulong, stats, row, channel)
#define stats_nonzero(row, channel) PRELUDE_FIELD(ulong, stats, row, channel)
#define stats_nan(row, channel) PRELUDE_FIELD(ulong, stats, row, channel)
#define stats_inf(row, channel) PRELUDE_FIELD(ulong, stats, row, channel)
#define stats_min(row, channel) PRELUDE_FIELD(float, stats, row, channel)
#define stats_max(row, channel) PRELUDE_FIELD(float, stats, row, channel)
#define stats_sum(row, channel) PRELUDE_FIELD(double2, stats, row, channel)
#define stats_sum_sq(row, channel) PRELUDE_FIELD(double2, stats, row, channel)
#define stats_histogram(row, channel, i) PRELUDE_FIELDS(ulong, stats, row, channel, i)
#define joint_min(row, channel) PRELUDE_FIELD(float, joint, row, channel)
#define joint_max(row, channel) PRELUDE_FIELD(float, joint, row, channel)
#define raw_channels 4
#define raw_count(row, channel) PRELUDE_FIELD(ulong, raw, row, channel)
#define raw_min(row, channel) PRELUDE_FIELD(int, raw, row, channel)
#define raw_max(row, channel) PRELUDE_FIELD(int, raw, row, channel)
#define raw_sum(row, channel) PRELUDE_FIELD(long, raw, row, channel)
#define raw_sum_sq(row, channel) PRELUDE_FIELD(ulong, raw, row, channel)
#define raw_histogram(row, channel, i) PRELUDE_FIELDS(ulong, raw, row, channel, i)

// Counts of levels, also of an image to match and of reflections; what tables have for each level.
#define counts_histogram(row, channel, i) PRELUDE_FIELDS(ulong, counts, row, channel, i)
#define wanted_channels 4
#define wanted_rows 1
#define wanted_histogram(row, channel, i) PRELUDE_FIELDS(ulong, wanted, row, channel, i)
#define own_histogram(row, channel, i) PRELUDE_FIELDS(ulong, own, row, channel, i)
#define right_histogram(row, channel, i) PRELUDE_FIELDS(ulong, right, row, channel, i)
#define below_histogram(row, channel, i) PRELUDE_FIELDS(ulong, below, row, channel, i)
#define corner_histogram(row, channel, i) PRELUDE_FIELDS(ulong, corner, row, channel, i)
#define lut_value(row, channel, i) PRELUDE_FIELDS(float, lut, row, channel, i)
#define levels_channels 4
#define levels_rows 1
#define levels_value_count 256
#define levels_value(row, channel, i) PRELUDE_FIELDS(float, levels, row, channel, i)

// What stages make of these: kernels/compared.cl, clipped.cl, cut_level.cl, narrow.cl, stretch_range.cl,
// standard_line.cl, grayworld_gain.cl, smoothed.cl, enclosing.cl, listed_boxes.cl. `previous` is the same
// Table, a frame before.
#define result_mse(row, channel) PRELUDE_FIELD(float, result, row, channel)
#define result_psnr(row, channel) PRELUDE_FIELD(float, result, row, channel)
#define result_mae(row, channel) PRELUDE_FIELD(float, result, row, channel)
#define result_ssim(row, channel) PRELUDE_FIELD(float, result, row, channel)
#define result_max(row, channel) PRELUDE_FIELD(float, result, row, channel)
#define seen_any(row, channel) PRELUDE_FIELD(uint, seen, row, channel)
#define found_level(row, channel) PRELUDE_FIELD(float, found, row, channel)
#define found_min(row, channel) PRELUDE_FIELD(float, found, row, channel)
#define found_max(row, channel) PRELUDE_FIELD(float, found, row, channel)
#define found_prefix(row, channel, i) PRELUDE_FIELDS(ulong, found, row, channel, i)
#define found_rank(row, channel, i) PRELUDE_FIELDS(ulong, found, row, channel, i)
#define before_prefix(row, channel, i) PRELUDE_FIELDS(ulong, before, row, channel, i)
#define before_rank(row, channel, i) PRELUDE_FIELDS(ulong, before, row, channel, i)
#define range_channels 4
#define range_min(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_max(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_lo(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_hi(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_low(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_high(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_bottom(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_top(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_gain(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_origin(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_scale(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_base(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_least(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_most(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_from(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_from_rest(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_to(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define range_to_rest(row, channel) PRELUDE_FIELD(float, range, row, channel)
#define line_mean(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define line_std(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define line_lift(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define line_whole(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define line_part(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define line_gain(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define line_base(row, channel) PRELUDE_FIELD(float, line, row, channel)
#define balance_gain(row, channel) PRELUDE_FIELD(float, balance, row, channel)
#define columns_min(row, channel) PRELUDE_FIELD(float, columns, row, channel)
#define columns_max(row, channel) PRELUDE_FIELD(float, columns, row, channel)
#define rows_min(row, channel) PRELUDE_FIELD(float, rows, row, channel)
#define rows_max(row, channel) PRELUDE_FIELD(float, rows, row, channel)
#define box_x(row, channel) PRELUDE_FIELD(uint, box, row, channel)
#define box_y(row, channel) PRELUDE_FIELD(uint, box, row, channel)
#define box_width(row, channel) PRELUDE_FIELD(uint, box, row, channel)
#define box_height(row, channel) PRELUDE_FIELD(uint, box, row, channel)
#define list_rows 16
#define list_width(row, channel) PRELUDE_FIELD(uint, list, row, channel)
#define list_height(row, channel) PRELUDE_FIELD(uint, list, row, channel)
#define places_rows 4
#define places_place(row, channel, i) PRELUDE_FIELDS(long, places, row, channel, i)
#define moments_channels 4
#define moments_mean(row, channel) PRELUDE_FIELD(float, moments, row, channel)
#define moments_part(row, channel) PRELUDE_FIELD(float, moments, row, channel)
#define moments_std(row, channel) PRELUDE_FIELD(float, moments, row, channel)
#define previous_frames(row, channel) PRELUDE_FIELD(uint, previous, row, channel)
#define previous_min(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_min_rest(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_max(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_max_rest(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_mean(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_part(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_std(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define previous_std_rest(row, channel) PRELUDE_FIELD(float, previous, row, channel)
#define smoothed_frames(row, channel) PRELUDE_FIELD(uint, smoothed, row, channel)
#define smoothed_min(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_min_rest(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_max(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_max_rest(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_mean(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_part(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_std(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)
#define smoothed_std_rest(row, channel) PRELUDE_FIELD(float, smoothed, row, channel)

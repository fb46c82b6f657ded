#import "kernels/sequence.clh"

// What the functions of sequences find behind the names of their ports, for editors, as in the other file of
// this kind: assemble_sequence.cpp. No program has it.
#define PORTS_ROW(type, picture, y) ((__global type*)((picture).pixels + (size_t)(y) * (picture).pitch))
#define PORTS_FIELD(type, table, row) (((__global type*)(table))[row])

#define src_row(y) PORTS_ROW(ports_src, src, y)
#define src_pixel ports_src
#define src_number(x, y) (PORTS_ROW(ports_src, src, y)[x])
#define most_number(x, y) (PORTS_ROW(ports_src, most, y)[x])
typedef int ports_src;
#define mask_row(y) PORTS_ROW(uchar, mask, y)
#define of_row(y) PORTS_ROW(short, of, y)
#define of_number(x, y) (PORTS_ROW(short, of, y)[x])
#define of_pixel short
#define dst_row(y) PORTS_ROW(int, dst, y)
#define dst_pixel int

#define list_found() (*(__global ulong*)(list))
#define list_x(row, channel) PORTS_FIELD(uint, list, row)
#define list_y(row, channel) PORTS_FIELD(uint, list, row)
#define list_value(row, channel) PORTS_FIELD(float, list, row)
#define blobs_found() (*(__global ulong*)(blobs))
#define blobs_area(row, channel) PORTS_FIELD(uint, blobs, row)
#define blobs_x(row, channel) PORTS_FIELD(uint, blobs, row)
#define blobs_y(row, channel) PORTS_FIELD(uint, blobs, row)
#define blobs_width(row, channel) PORTS_FIELD(uint, blobs, row)
#define blobs_height(row, channel) PORTS_FIELD(uint, blobs, row)
#define blobs_cx(row, channel) PORTS_FIELD(double, blobs, row)
#define blobs_cy(row, channel) PORTS_FIELD(double, blobs, row)
#define blobs_mean(row, channel) PORTS_FIELD(double, blobs, row)
#define angles_slope(row, channel, i) PORTS_FIELD(long, angles, i)
#define angles_matrix(row, channel, i) PORTS_FIELD(long, angles, i)
#define angles_angle(row, channel, i) PORTS_FIELD(float, angles, i)
#define found_matrix(row, channel, i) PORTS_FIELD(long, found, i)
#define found_angle(row, channel) PORTS_FIELD(float, found, row)

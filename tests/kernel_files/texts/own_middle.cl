/*
sluice: 1
name: own_middle
kind: reduce
summary: Finds the middle between the minimum and the maximum.
inputs:
  src: The image.
  mask: {help: Only pixels whose mask is not 0 are counted., optional: true}
params:
  weight: {default: 0.5, range: [0, 1], live: true, help: 0 is the minimum and 1 the maximum.}
measure: {quantities: [count, min, max], group: channel, alpha: exclude}
fields: {level: f32, pixels: u32}
*/
void own_middle(int row, int channel, TABLE stats, TABLE result, REAL weight) {
    const bool any = stats_count(row, channel) > 0;
    const REAL low = (REAL)stats_min(row, channel), high = (REAL)stats_max(row, channel);
    result_level(row, channel) = any ? (float)(low * (1 - weight) + high * weight) : 0;
    result_pixels(row, channel) = (uint)stats_count(row, channel);
}

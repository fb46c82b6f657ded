// Where a mask has something; elsewhere NaN, which no statistic counts.
V position_x(V v, VI X) { return v > (V)(0) ? CONVERT(REAL, X) : (V)(NAN); }
V position_y(V v, VI Y) { return v > (V)(0) ? CONVERT(REAL, Y) : (V)(NAN); }

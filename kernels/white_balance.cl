V white_balance(V v, V gain) { return v * gain; }

#!/bin/bash -eu
# Builds the fuzzers of tests/fuzz for OSS-Fuzz: $OUT gets each with its dictionary and its seeds. OSS-Fuzz sets
# the compiler, its flags and the engine, and has the sources in $SRC.

cmake -G Ninja -S "$SRC/yaml-cpp" -B "$WORK/yaml-cpp" -DCMAKE_BUILD_TYPE=Release -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=OFF -DCMAKE_INSTALL_PREFIX="$WORK/installed"
cmake --build "$WORK/yaml-cpp" --target install

# The machines that fuzz have none of our libraries: everything is linked into each program.
cmake -G Ninja -S "$SRC/sluice" -B "$WORK/sluice" -DCMAKE_BUILD_TYPE=None -DCMAKE_PREFIX_PATH="$WORK/installed" \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DSLUICE_OPENCL=OFF -DSLUICE_PORTABLE=ON \
    -DSLUICE_FUZZ=ON -DSLUICE_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$WORK/sluice" --target fuzzers

for fuzzer in "$WORK"/sluice/tests/fuzz_*; do
    name=$(basename "$fuzzer")
    cp "$fuzzer" "$OUT/"
    cp "$SRC/sluice/tests/fuzz/dictionaries/${name#fuzz_}.dict" "$OUT/$name.dict"
    # A fuzzer that starts writes its seeds, which it finds in the sources, into its corpus.
    mkdir -p "$WORK/seeds/$name"
    "$fuzzer" -runs=0 "$WORK/seeds/$name" 2>/dev/null
    zip -qj "$OUT/${name}_seed_corpus.zip" "$WORK/seeds/$name"/*
    printf '[libfuzzer]\nmax_len = 65536\ntimeout = 20\nrss_limit_mb = 2048\n' >"$OUT/$name.options"
done

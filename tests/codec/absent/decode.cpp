#error "where a library is missing, only codec.cpp is built"

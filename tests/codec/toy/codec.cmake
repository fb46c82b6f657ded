sluice_codec_uses(Threads::Threads DEFINES [[TOY_LIBRARY="libtoy 3.1"]])

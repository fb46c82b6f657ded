sluice_codec_lacks("libabsent 2 or newer")

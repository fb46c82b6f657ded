/*
sluice: 1
name: own_lift
kind: point
summary: Makes values below a level of a table black.
inputs:
  src: The image.
  tone: {table: [level], help: The level of each channel.}
*/
V own_lift(V v, V level) { return v < level ? (V)(0) : v; }

const PERIOD = 251;

/** Bytes that differ from their neighbours, and from another seed's, so that a lost or repeated piece is noticed. */
export function someBytes(length: number, seed = 0): Buffer<ArrayBuffer> {
  const pattern = Buffer.from(Array.from({ length: PERIOD }, (_, n) => (n + seed) % PERIOD));
  return Buffer.alloc(length, pattern); // a function per byte would take a third of a second for 8 MiB
}

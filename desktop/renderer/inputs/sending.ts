/** A file on its way, for whoever sends it. */
export interface Sending {
  signal: AbortSignal;
  /** @param share 0 to 1 */
  onProgress(share: number): void;
}

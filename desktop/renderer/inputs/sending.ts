/** The caller's side of an upload: progress and cancellation. */
export interface Sending {
  signal: AbortSignal;
  /** @param share 0 to 1 */
  onProgress(share: number): void;
}

/**
 * Maps a list with a bounded number of calls at the same time. The results stand in the order of the items; the first
 * error ends it all.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const rest = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of rest) {
      if (hasFailed) return;
      results[index] = await map(item);
    }
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, () =>
    work().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  await Promise.all(workers);
  return results;
}

/**
 * Makes a value once per key, for values that take long to make, and keeps the `most` last used. The server has
 * lru-cache for this; browsers download this file.
 */
export function recentlyMade<Value>(most: number): <Made extends Value>(key: string, make: () => Made) => Made {
  const values = new Map<string, Value>();
  return <Made extends Value>(key: string, make: () => Made): Made => {
    const value = (values.get(key) as Made | undefined) ?? make();
    values.delete(key);
    values.set(key, value);
    if (values.size > most) values.delete(values.keys().next().value!);
    return value;
  };
}

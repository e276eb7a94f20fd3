/** Stands for an object that may be replaced: whatever is there when it is used. */
export const standIn = <T extends object>(current: () => T): T =>
  new Proxy({} as T, {
    get: (_target, name) => {
      const now = current();
      const found: unknown = Reflect.get(now, name);
      return typeof found === 'function' ? found.bind(now) : found;
    },
    set: (_target, name, value) => Reflect.set(current(), name, value),
  });

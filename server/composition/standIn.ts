/** A proxy for an object that may be replaced: every use goes to the current one. */
export const standIn = <T extends object>(current: () => T): T =>
  new Proxy({} as T, {
    get: (_target, name) => {
      const now = current();
      const found: unknown = Reflect.get(now, name);
      return typeof found === 'function' ? found.bind(now) : found;
    },
    set: (_target, name, value) => Reflect.set(current(), name, value),
  });

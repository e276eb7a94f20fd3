import type { z } from 'zod';

/** What is wrong with a definition: field to message; the first message of a field stands. */
export interface Problems {
  add(field: string, message: string): void;
  readonly isEmpty: boolean;
  toFields(): Record<string, string>;
}

export function createProblems(): Problems {
  const fields = new Map<string, string>();
  return {
    add: (field, message) => void (fields.has(field) || fields.set(field, message)),
    get isEmpty() {
      return fields.size === 0;
    },
    toFields: () => Object.fromEntries(fields),
  };
}

/** Path and message of every issue; each unknown key is a field of its own. */
export function issuesOf({ issues }: z.ZodError): { path: string; message: string }[] {
  return issues.flatMap((issue) => {
    const at = (...keys: PropertyKey[]) => [...issue.path, ...keys].map(String).join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: at(key), message: 'is not known here' }));
    const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
    return [{ path: at(), message }];
  });
}

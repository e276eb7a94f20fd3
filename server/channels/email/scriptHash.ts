import { createHash } from 'node:crypto';

/** Identifies a script of a page in its content security policy, which allows no other. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

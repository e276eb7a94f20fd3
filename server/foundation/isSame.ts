import { hash, timingSafeEqual } from 'node:crypto';

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares two secrets in constant time. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PackingError } from './signing.ts';

const LINE = /^stagingPercentage:.*\r?\n?/m;

/** Parses a percentage of people. @throws PackingError */
export function toPercentage(text: string): number {
  const percentage = Number(text);
  if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100)
    throw new PackingError('A rollout is a whole number of per cent, 1 to 100.');
  return percentage;
}

/**
 * Sets the percentage of people who are offered this version, in a feed written by the builder. Each installation draws
 * a random number once, so a person who was offered a version is still offered it when the percentage grows.
 *
 * @param percentage whole, 1 to 100
 */
export function withRollout(feed: string, percentage: number): string {
  return `${feed.replace(LINE, '').trimEnd()}\nstagingPercentage: ${toPercentage(String(percentage))}\n`;
}

/** @returns the names of the changed feeds */
export async function setRollout(folder: string, percentage: number): Promise<string[]> {
  const feeds = (await readdir(folder)).filter((name) => /^latest.*\.yml$/.test(name));
  for (const name of feeds) {
    const file = path.join(folder, name);
    await writeFile(file, withRollout(await readFile(file, 'utf8'), percentage));
  }
  return feeds;
}

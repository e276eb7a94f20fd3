import { z } from 'zod';
import { MOST_KEPT } from '../bridge.ts';
import type { Sealed } from './sealed.ts';

/** The storage of the windows: drafts and unsent answers. */
export interface TextStore {
  all(): Promise<Record<string, string>>;
  /** @returns false if there is no room for another name */
  put(name: string, text: string | null): Promise<boolean>;
  /** Resolves when everything is on disk. */
  flush(): Promise<void>;
}

const Stored = z.record(z.string(), z.string());
/** Drafts change with every key press, so writes are delayed and combined. */
const REST_MS = 300;

export function createTextStore(sealed: Sealed): TextStore {
  let loading: Promise<Map<string, string>> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const load = (): Promise<Map<string, string>> =>
    (loading ??= sealed.read().then((text) => new Map(Object.entries(parse(text)))));
  const write = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    await sealed.write(JSON.stringify(Object.fromEntries(await load())));
  };

  return {
    all: async () => Object.fromEntries(await load()),
    async put(name, text) {
      const texts = await load();
      if (text === null) texts.delete(name);
      else if (texts.has(name) || texts.size < MOST_KEPT) texts.set(name, text);
      else return false;
      timer ??= setTimeout(() => void write(), REST_MS);
      return true;
    },
    flush: async () => (timer ? write() : sealed.catchUp()),
  };
}

/** The file's text of what could not be read earlier, and of what was typed since. */
export const joinTexts = (missed: string, text: string): string => JSON.stringify({ ...parse(missed), ...parse(text) });

function parse(text: string | null): Record<string, string> {
  try {
    return Stored.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

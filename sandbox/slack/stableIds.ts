/** Maps the emulator's ids, which change with each start, to stable ones. */
export interface StableIds {
  /** @returns the stable id */
  learn(emulated: string, stable: string): string;
  /** Translates ids in text sent to the emulator, and received from it. */
  inward(text: string): string;
  outward(text: string): string;
}

const ID_LENGTH = 11;

/** A stable id in Slack's format. @param key of a person */
export const stableId = (prefix: 'U' | 'D', key: string): string =>
  `${prefix}0${key.toUpperCase().replace(/[^A-Z0-9]/g, '')}`.padEnd(ID_LENGTH, '0');

function replacer(ids: Map<string, string>): (text: string) => string {
  if (ids.size === 0) return (text) => text;
  const pattern = new RegExp([...ids.keys()].join('|'), 'g');
  return (text) => text.replace(pattern, (id) => ids.get(id)!);
}

/** The product stores accounts, so a restarted workspace must have the same ids. */
export function createStableIds(): StableIds {
  const emulated = new Map<string, string>();
  const stable = new Map<string, string>();
  let inward = replacer(stable);
  let outward = replacer(emulated);
  return {
    learn(emulatedId, stableId) {
      emulated.set(emulatedId, stableId);
      stable.set(stableId, emulatedId);
      inward = replacer(stable);
      outward = replacer(emulated);
      return stableId;
    },
    inward: (text) => inward(text),
    outward: (text) => outward(text),
  };
}

/** Ids that stay what they are, for those that the emulator makes anew each time it starts. */
export interface SteadyIds {
  /** @returns the steady id */
  learn(emulated: string, steady: string): string;
  /** Text on its way to the emulator, and from it. */
  inward(text: string): string;
  outward(text: string): string;
}

const STEADY_LENGTH = 11;

/** An id in Slack's manner that begins as Slack's do. @param key of a person */
export const steadyId = (prefix: 'U' | 'D', key: string): string =>
  `${prefix}0${key.toUpperCase().replace(/[^A-Z0-9]/g, '')}`.padEnd(STEADY_LENGTH, '0');

function replacer(ids: Map<string, string>): (text: string) => string {
  if (ids.size === 0) return (text) => text;
  const pattern = new RegExp([...ids.keys()].join('|'), 'g');
  return (text) => text.replace(pattern, (id) => ids.get(id)!);
}

/** The product remembers whom it has met: a workspace that is started again has to be the same for it. */
export function createSteadyIds(): SteadyIds {
  const emulated = new Map<string, string>();
  const steady = new Map<string, string>();
  let inward = replacer(steady);
  let outward = replacer(emulated);
  return {
    learn(emulatedId, steadyId) {
      emulated.set(emulatedId, steadyId);
      steady.set(steadyId, emulatedId);
      inward = replacer(steady);
      outward = replacer(emulated);
      return steadyId;
    },
    inward: (text) => inward(text),
    outward: (text) => outward(text),
  };
}

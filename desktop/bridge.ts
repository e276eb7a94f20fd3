import { z } from 'zod';

/**
 * All that a window of the desktop app may ask of the main process, and all that it is told: one table that gives the
 * types of both sides and what the main process checks. The preload script passes it on and knows no more of it.
 */

/** What a window sees of who is signed in. */
export const SignedIn = z.object({
  account: z.object({ displayName: z.string(), username: z.string() }).nullable(),
  refusal: z.string().nullable().describe('why the last attempt to sign in led nowhere'),
  isKept: z.boolean().describe('false: this system keeps nothing safely, so that the sign-in ends with the app'),
});
export type SignedIn = z.infer<typeof SignedIn>;

const Servers = z.object({
  current: z.string().nullable().describe('origin; null: none was chosen yet'),
  known: z.array(z.string()),
  isFixed: z.boolean().describe('the organisation has set the address'),
});
export type Servers = z.infer<typeof Servers>;

/** Hours in which nothing is notified, as `from-to` of the day on this machine. */
export const QUIET_HOURS = ['off', '18-8', '20-7', '22-6'] as const;
export type QuietHours = (typeof QUIET_HOURS)[number];

export const SNOOZES = ['half_hour', 'hour', 'tomorrow'] as const;
export type Snooze = (typeof SNOOZES)[number];

/** What somebody sets in the app, and what it says of itself. */
export const AppSettings = z.object({
  quietHours: z.enum(QUIET_HOURS),
  snoozedUntil: z.iso.datetime().nullable(),
  hidesPreview: z.boolean(),
  opensAtLogin: z.boolean(),
  isDecided: z
    .object({ hidesPreview: z.boolean(), opensAtLogin: z.boolean() })
    .describe('by the organisation: nobody changes it here'),
  servers: Servers,
  signedIn: SignedIn.nullable().describe('null: that is not known yet'),
  version: z.string(),
});
export type AppSettings = z.infer<typeof AppSettings>;

/** `snooze: null` ends a snooze. */
export const SettingsChange = z
  .strictObject({
    quietHours: z.enum(QUIET_HOURS),
    snooze: z.enum(SNOOZES).nullable(),
    hidesPreview: z.boolean(),
    opensAtLogin: z.boolean(),
  })
  .partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Why an address is not taken. */
export const ServerFault = z.enum([
  'address',
  'unreachable',
  'certificate',
  'redirected',
  'not_handback',
  'too_new',
  'sign_in',
  'changed',
  'of_another',
]);
export type ServerFault = z.infer<typeof ServerFault>;

/** What a window keeps: the longest name and text, and how many, are far beyond what people type. */
const KeptName = z.string().min(1).max(500);
export const MOST_KEPT = 2_000;
export const LONGEST_KEPT = 1_000_000;

const nothing = z.null();

export const CALLS = {
  /** First of all: where it runs, who is here, what was kept. */
  start: {
    body: nothing,
    reply: z.object({
      servers: Servers,
      tenant: z.string().nullable().describe('that people sign in to at the server in use; null: it has not said yet'),
      kept: z.record(z.string(), z.string()),
      update: z.string().nullable().describe('the version that was fetched'),
    }),
  },
  account: { body: nothing, reply: SignedIn },
  signIn: { body: nothing, reply: SignedIn },
  signOut: { body: nothing, reply: nothing },
  /** Makes a fresh token; false: only the person can go on, by signing in again. */
  renew: { body: nothing, reply: z.boolean() },
  keep: { body: z.strictObject({ name: KeptName, text: z.string().max(LONGEST_KEPT).nullable() }), reply: nothing },
  /** Asks the person first. */
  restartToUpdate: { body: nothing, reply: nothing },
  openLink: { body: z.strictObject({ url: z.string().max(4_096) }), reply: nothing },
  chooseServer: {
    body: z.strictObject({ address: z.string().max(500) }),
    reply: z.object({ fault: ServerFault.nullable() }),
  },
  settings: { body: nothing, reply: AppSettings },
  changeSettings: { body: SettingsChange, reply: nothing },
  /** Signs out there, and throws away what was typed for that server and not sent. */
  forgetServer: { body: z.strictObject({ server: z.string().max(500) }), reply: nothing },
  /** Opens the settings in a window of their own. */
  openSettings: { body: nothing, reply: nothing },
  /** Has the system's browser remember that the app is on this machine. */
  claimLinks: { body: nothing, reply: nothing },
} as const;

export type CallName = keyof typeof CALLS;
export type Body<Name extends CallName> = z.infer<(typeof CALLS)[Name]['body']>;
export type Reply<Name extends CallName> = z.infer<(typeof CALLS)[Name]['reply']>;

/** What the main process tells windows. */
export type Told =
  | { kind: 'open'; hash: string }
  | { kind: 'kept'; name: string; text: string | null }
  /** Who is signed in, or the server, is another one: all that is shown is of before. */
  | { kind: 'anew' }
  /** A newer version of the app was fetched. */
  | { kind: 'update'; version: string }
  | { kind: 'settings'; settings: AppSettings }
  /** The network or the machine is back. */
  | { kind: 'awake' };

/** What the preload script gives to the page, as `window.handbackDesktop`. */
export interface Bridge {
  call(name: string, body: unknown): Promise<unknown>;
  /** @returns what ends it */
  onTold(listener: (told: Told) => void): () => void;
}

/** With these a page says in each call whose it is, and of which server: nothing of it may go as anybody else, or elsewhere. */
export const PAGE_SERVER = 'handback-page-server';
export const PAGE_PERSON = 'handback-page-person';

/** The one channel of Electron for calls, and the one for what is told. */
export const CALL_CHANNEL = 'handback.call';
export const TOLD_CHANNEL = 'handback.told';

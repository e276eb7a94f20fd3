import { z } from 'zod';

/**
 * All calls from a window of the desktop app to the main process, and all messages back. One table gives both sides
 * their types and the main process its checks; the preload script only passes messages on.
 */

/** The signed-in person, as windows see them. */
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

/** Hours without notifications, as `from-to` in this machine's local time. */
export const QUIET_HOURS = ['off', '18-8', '20-7', '22-6'] as const;
export type QuietHours = (typeof QUIET_HOURS)[number];

export const SNOOZES = ['half_hour', 'hour', 'tomorrow'] as const;
export type Snooze = (typeof SNOOZES)[number];

/** The app's settings and its own state. */
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

/** Why a server address is refused. */
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

/** Limits on what windows store, far beyond what people type. */
const KeptName = z.string().min(1).max(500);
export const MOST_KEPT = 2_000;
export const LONGEST_KEPT = 1_000_000;

/** The name under which windows store the draft of an answer (`renderer/drafts/`). */
export const draftName = (person: string, requestId: string): string => `handback.draft.${person}:${requestId}`;

const nothing = z.null();

export const CALLS = {
  /** The first call of a window: platform, signed-in person, stored texts. */
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
  signIn: {
    body: z.strictObject({
      claims: z.string().max(4_000).nullable().describe('that the organisation demands; null: none'),
    }),
    reply: SignedIn,
  },
  signOut: { body: nothing, reply: nothing },
  /** Renews the token; false: the person has to sign in again. */
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
  /** Signs out there, and deletes the unsent texts for that server. */
  forgetServer: { body: z.strictObject({ server: z.string().max(500) }), reply: nothing },
  /** Opens the settings in a window of their own. */
  openSettings: { body: nothing, reply: nothing },
  /** Makes the default browser remember that the app is installed. */
  claimLinks: { body: nothing, reply: nothing },
} as const;

export type CallName = keyof typeof CALLS;
export type Body<Name extends CallName> = z.infer<(typeof CALLS)[Name]['body']>;
export type Reply<Name extends CallName> = z.infer<(typeof CALLS)[Name]['reply']>;

/** Messages from the main process to windows. */
export type WindowMessage =
  | { kind: 'open'; hash: string }
  | { kind: 'kept'; name: string; text: string | null }
  /** The signed-in person or the server changed: everything shown is outdated. */
  | { kind: 'reload' }
  /** A newer version of the app was downloaded. */
  | { kind: 'update'; version: string }
  | { kind: 'settings'; settings: AppSettings }
  /** The network is back, or the machine woke up. */
  | { kind: 'awake' };

/** What the preload script exposes as `window.handbackDesktop`. */
export interface Bridge {
  call(name: string, body: unknown): Promise<unknown>;
  /** @returns a function that unsubscribes */
  onTold(listener: (told: WindowMessage) => void): () => void;
}

/** Headers that name a page's person and server, so that no call is sent as another person or to another server. */
export const PAGE_SERVER = 'handback-page-server';
export const PAGE_PERSON = 'handback-page-person';

/** The Electron IPC channels: one for calls, one for messages to windows. */
export const CALL_CHANNEL = 'handback.call';
export const TOLD_CHANNEL = 'handback.told';

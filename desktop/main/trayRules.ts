// cspell:ignore sublabel
import type { MenuItemConstructorOptions } from 'electron';
import type { ConnectionState } from '../eventStream.ts';
import { QUIET_HOURS, SNOOZES, type QuietHours, type Servers, type SignedIn, type Snooze } from '../bridge.ts';
import type { Waiting } from './inboxWatch.ts';
import type { Policy } from './policy.ts';
import type { Settings } from './settings.ts';
import type { Words } from './words.ts';

/** How things stand, as the tray shows it. */
export type TrayState = 'idle' | 'waiting' | 'offline' | 'signedOut';

/** All that the tray shows. */
export interface TrayFacts {
  servers: Servers;
  signedIn: SignedIn | null;
  /** The sign-in was there, and is over. */
  isSignInNeeded: boolean;
  connection: ConnectionState;
  waiting: Waiting | null;
  settings: Settings;
  opensAtLogin: boolean;
  policy: Policy;
  /** The server takes newer versions of this app only. */
  isTooOld: boolean;
  /** The version that was fetched; null: none. */
  update: string | null;
  now: number;
}

export interface TrayDeeds {
  open(hash: string | null): void;
  openSettings(): void;
  signIn(): void;
  signOut(): void;
  snooze(snooze: Snooze | null): void;
  setQuietHours(quietHours: QuietHours): void;
  hidePreview(isHidden: boolean): void;
  openAtLogin(isOn: boolean): void;
  /** Null: another one, which is chosen in the window. */
  chooseServer(server: string | null): void;
  restartToUpdate(): void;
  quit(): void;
}

const MOST_URGENT = 5;
const LONGEST_LABEL = 60;

export function trayState({ servers, signedIn, isSignInNeeded, connection, waiting }: TrayFacts): TrayState {
  if (servers.current === null) return 'signedOut';
  if (signedIn === null) return 'offline'; // the server has not said yet who is signed in
  if (!signedIn.account || isSignInNeeded) return 'signedOut';
  if (isOffline(connection)) return 'offline';
  return badgeOf(waiting) > 0 ? 'waiting' : 'idle';
}

const isOffline = (connection: ConnectionState): boolean => connection !== 'live' && connection !== 'connecting';

/** What the badge counts: questions nobody has looked at, and what is assigned. */
export const badgeOf = (waiting: Waiting | null): number => (waiting ? waiting.unread + waiting.assignments : 0);

/** What a pointer over the tray is told. */
export function tooltip(facts: TrayFacts, words: Words): string {
  const { waiting } = facts;
  const state = trayState(facts);
  if (state === 'waiting' || state === 'idle')
    return `Handback: ${(waiting && words.waiting(waiting.unread, waiting.assignments)) || words.nothingWaits}`;
  return `Handback: ${stateLine(facts, words)}`;
}

function stateLine(facts: TrayFacts, words: Words): string {
  const { servers, signedIn, isSignInNeeded, connection, isTooOld } = facts;
  if (servers.current === null) return words.noServer;
  if (isTooOld) return words.tooOld;
  if (signedIn === null) return isOffline(connection) ? words.offline : words.connecting;
  if (!signedIn.account) return words.signedOut;
  if (isSignInNeeded) return words.signInEnded;
  return isOffline(connection) ? words.offline : words.signedInAs(signedIn.account.displayName);
}

/** The menu of the tray: how things stand, what is most urgent, and what people set. */
export function trayMenu(facts: TrayFacts, deeds: TrayDeeds, words: Words): MenuItemConstructorOptions[] {
  const { signedIn, isSignInNeeded, waiting, settings, opensAtLogin, policy, update } = facts;
  const isHere = Boolean(signedIn?.account);
  const urgent = isHere ? (waiting?.items.slice(0, MOST_URGENT) ?? []) : [];
  return [
    { label: stateLine(facts, words), enabled: false },
    ...(update === null ? [] : [{ label: words.restartToUpdate(update), click: deeds.restartToUpdate }]),
    ...(signedIn?.account && !signedIn.isKept ? [{ label: words.notKept, enabled: false }] : []),
    { type: 'separator' },
    ...urgent.map(({ id, title, flowName, expiresAt }) => ({
      label: settings.hidesPreview ? words.hidden.title : short(title),
      sublabel: words.from(settings.hidesPreview ? '…' : flowName, words.due(moment(expiresAt, words))),
      click: () => deeds.open(`#/notifications/${encodeURIComponent(id)}`),
    })),
    ...(urgent.length > 0 ? [{ type: 'separator' as const }] : []),
    { label: words.open, click: () => deeds.open(null) },
    { type: 'separator' },
    snoozeItem(facts, deeds, words),
    {
      label: words.quietHours,
      submenu: QUIET_HOURS.map((quietHours) => ({
        label: quietHours === 'off' ? words.off : hoursOf(quietHours),
        type: 'radio' as const,
        checked: settings.quietHours === quietHours,
        click: () => deeds.setQuietHours(quietHours),
      })),
    },
    checkbox(words.hidePreview, settings.hidesPreview, deeds.hidePreview, policy.hidePreviews),
    checkbox(words.openAtLogin, opensAtLogin, deeds.openAtLogin, policy.openAtLogin),
    { label: words.settings, click: deeds.openSettings },
    { type: 'separator' },
    serverItem(facts, deeds, words),
    ...(isHere && !isSignInNeeded
      ? []
      : [{ label: words.signIn, enabled: facts.servers.current !== null, click: deeds.signIn }]),
    ...(isHere ? [{ label: words.signOut, click: deeds.signOut }] : []),
    { type: 'separator' },
    { label: words.quit, click: deeds.quit },
  ];
}

function snoozeItem({ settings, now }: TrayFacts, deeds: TrayDeeds, words: Words): MenuItemConstructorOptions {
  const snoozes = SNOOZES.map((snooze) => ({ label: words.snoozes[snooze], click: () => deeds.snooze(snooze) }));
  if (settings.snoozedUntil <= now) return { label: words.snooze, submenu: snoozes };
  return {
    label: words.snoozedUntil(moment(new Date(settings.snoozedUntil).toISOString(), words)),
    submenu: [...snoozes, { label: words.endSnooze, click: () => deeds.snooze(null) }],
  };
}

function serverItem({ servers }: TrayFacts, deeds: TrayDeeds, words: Words): MenuItemConstructorOptions {
  return {
    label: words.servers,
    enabled: !servers.isFixed,
    submenu: [
      ...servers.known.map((server) => ({
        label: server,
        type: 'radio' as const,
        checked: server === servers.current,
        click: () => deeds.chooseServer(server),
      })),
      { label: words.otherServer, click: () => deeds.chooseServer(null) },
    ],
  };
}

/** @param decided by the organisation: then nobody else does */
const checkbox = (
  label: string,
  checked: boolean,
  turn: (isOn: boolean) => void,
  decided: boolean | undefined,
): MenuItemConstructorOptions => ({
  label,
  type: 'checkbox',
  checked,
  enabled: decided === undefined,
  click: () => turn(!checked),
});

const hoursOf = (quietHours: QuietHours): string =>
  quietHours
    .split('-')
    .map((hour) => `${hour}:00`)
    .join(' – ');

const moment = (at: string, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));

/** A menu shows one line, and takes `&` for the key of an item. */
const short = (line: string): string =>
  (line.length <= LONGEST_LABEL ? line : `${line.slice(0, LONGEST_LABEL - 1)}…`).replaceAll('&', '&&');

// cspell:ignore sublabel
import type { MenuItemConstructorOptions } from 'electron';
import { shortened } from '../../contract/wholePart.ts';
import type { ConnectionState } from '../eventStream.ts';
import { QUIET_HOURS, SNOOZES, type QuietHours, type Servers, type SignedIn, type Snooze } from '../bridge.ts';
import type { Waiting } from './inboxWatch.ts';
import type { Policy } from './policy.ts';
import type { Settings } from './settings.ts';
import type { Words } from './words.ts';

/** The state that the tray shows. */
export type TrayState = 'idle' | 'waiting' | 'offline' | 'signedOut';

/** All that the tray shows. */
export interface TrayFacts {
  servers: Servers;
  signedIn: SignedIn | null;
  /** The person's sign-in expired. */
  isSignInNeeded: boolean;
  connection: ConnectionState;
  waiting: Waiting | null;
  settings: Settings;
  opensAtLogin: boolean;
  policy: Policy;
  /** The server requires a newer version of the app. */
  isTooOld: boolean;
  /** The downloaded version, or null. */
  update: string | null;
  now: number;
}

export interface TrayActions {
  open(hash: string | null): void;
  openSettings(): void;
  signIn(): void;
  signOut(): void;
  snooze(snooze: Snooze | null): void;
  setQuietHours(quietHours: QuietHours): void;
  hidePreview(isHidden: boolean): void;
  openAtLogin(isOn: boolean): void;
  /** Null: a new one, to be chosen in the window. */
  chooseServer(server: string | null): void;
  restartToUpdate(): void;
  quit(): void;
}

const MOST_URGENT = 5;
const LONGEST_LABEL = 60;

export function trayState({ servers, signedIn, isSignInNeeded, connection, waiting }: TrayFacts): TrayState {
  if (servers.current === null) return 'signedOut';
  if (signedIn === null) return 'offline'; // not known yet who is signed in
  if (!signedIn.account || isSignInNeeded) return 'signedOut';
  if (isOffline(connection)) return 'offline';
  return badgeOf(waiting) > 0 ? 'waiting' : 'idle';
}

const isOffline = (connection: ConnectionState): boolean => connection !== 'live' && connection !== 'connecting';

/** The badge count: unread questions plus open assignments. */
export const badgeOf = (waiting: Waiting | null): number => (waiting ? waiting.unread + waiting.assignments : 0);

/** The tooltip of the tray. */
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

/** The tray menu: state, most urgent questions, settings. */
export function trayMenu(facts: TrayFacts, actions: TrayActions, words: Words): MenuItemConstructorOptions[] {
  const { signedIn, isSignInNeeded, waiting, settings, opensAtLogin, policy, update } = facts;
  const isHere = Boolean(signedIn?.account);
  const urgent = isHere ? (waiting?.items.slice(0, MOST_URGENT) ?? []) : [];
  return [
    { label: stateLine(facts, words), enabled: false },
    ...(update === null ? [] : [{ label: words.restartToUpdate(update), click: actions.restartToUpdate }]),
    ...(signedIn?.account && !signedIn.isKept ? [{ label: words.notKept, enabled: false }] : []),
    { type: 'separator' },
    ...urgent.map(({ id, title, flowName, expiresAt }) => ({
      label: settings.hidesPreview ? words.hidden.title : short(title),
      sublabel: words.from(settings.hidesPreview ? '…' : flowName, words.due(moment(expiresAt, words))),
      click: () => actions.open(`#/notifications/${encodeURIComponent(id)}`),
    })),
    ...(urgent.length > 0 ? [{ type: 'separator' as const }] : []),
    { label: words.open, click: () => actions.open(null) },
    { type: 'separator' },
    snoozeItem(facts, actions, words),
    {
      label: words.quietHours,
      submenu: QUIET_HOURS.map((quietHours) => ({
        label: quietHours === 'off' ? words.off : hoursOf(quietHours),
        type: 'radio' as const,
        checked: settings.quietHours === quietHours,
        click: () => actions.setQuietHours(quietHours),
      })),
    },
    checkbox(words.hidePreview, settings.hidesPreview, actions.hidePreview, policy.hidePreviews),
    checkbox(words.openAtLogin, opensAtLogin, actions.openAtLogin, policy.openAtLogin),
    { label: words.settings, click: actions.openSettings },
    { type: 'separator' },
    serverItem(facts, actions, words),
    ...(isHere && !isSignInNeeded
      ? []
      : [{ label: words.signIn, enabled: facts.servers.current !== null, click: actions.signIn }]),
    ...(isHere ? [{ label: words.signOut, click: actions.signOut }] : []),
    { type: 'separator' },
    { label: words.quit, click: actions.quit },
  ];
}

function snoozeItem({ settings, now }: TrayFacts, actions: TrayActions, words: Words): MenuItemConstructorOptions {
  const snoozes = SNOOZES.map((snooze) => ({ label: words.snoozes[snooze], click: () => actions.snooze(snooze) }));
  if (settings.snoozedUntil <= now) return { label: words.snooze, submenu: snoozes };
  return {
    label: words.snoozedUntil(moment(new Date(settings.snoozedUntil).toISOString(), words)),
    submenu: [...snoozes, { label: words.endSnooze, click: () => actions.snooze(null) }],
  };
}

function serverItem({ servers }: TrayFacts, actions: TrayActions, words: Words): MenuItemConstructorOptions {
  return {
    label: words.servers,
    enabled: !servers.isFixed,
    submenu: [
      ...servers.known.map((server) => ({
        label: server,
        type: 'radio' as const,
        checked: server === servers.current,
        click: () => actions.chooseServer(server),
      })),
      { label: words.otherServer, click: () => actions.chooseServer(null) },
    ],
  };
}

/** @param decided by the organisation, so the person cannot change it */
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

/** Menu items are one line, and `&` marks an access key. */
const short = (line: string): string => shortened(line, LONGEST_LABEL).replaceAll('&', '&&');

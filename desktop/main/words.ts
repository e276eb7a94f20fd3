import { chooseLanguage, type Language } from '../../contract/languages.ts';
import type { Snooze } from '../bridge.ts';
import type { Obstacle } from './answering.ts';

/** The texts of the tray, the menus and system notifications. */
export interface Words {
  locale: string;
  open: string;
  quit: string;
  settings: string;
  signIn: string;
  signOut: string;
  signedInAs(name: string): string;
  signedOut: string;
  signInEnded: string;
  connecting: string;
  offline: string;
  noServer: string;
  /** Beside the tray's icon, and read aloud with the badge. */
  waiting(unread: number, assignments: number): string;
  nothingWaits: string;
  due(when: string): string;
  from(flow: string, due: string): string;
  snooze: string;
  snoozes: Record<Snooze, string>;
  snoozedUntil(when: string): string;
  endSnooze: string;
  quietHours: string;
  off: string;
  hidePreview: string;
  openAtLogin: string;
  servers: string;
  otherServer: string;
  hidden: { title: string; body: string };
  many(count: number): string;
  manyBody: string;
  approve: string;
  reject: string;
  reply: string;
  /** The label of a button that opens the question for more input. */
  more(label: string): string;
  undo: string;
  answering(answer: string): string;
  answeringBody(seconds: number): string;
  answered: string;
  alreadyDecided: string;
  notTaken: string;
  /** The person who pressed is not the one who was notified. */
  askedAnother: string;
  /** An older version of the app stored the answer without its author. */
  nameless: string;
  /** Why an answer still waits. */
  kept: Record<Obstacle, { title: string; body: string }>;
  openInstead: string;
  browserDone: string;
  browserFailed: string;
  notKept: string;
  /** In the tray, if the server requires a newer version. */
  tooOld: string;
  /** The advice for that in the window. */
  tooOldAdvice: Record<'ready' | 'coming' | 'elsewhere', string>;
  /** Why sign-in at a server is refused. */
  signInRefusals: Record<'sign_in' | 'changed' | 'of_another', string>;
  /** The question about a server's changed sign-in target. */
  signInChanged(server: string): string;
  signInOfAnother(server: string, other: string): string;
  signInChangedDetail(tenant: string, client: string): string;
  goOn: string;
  notNow: string;
  updateReady: { title(version: string): string; body: string };
  restartToUpdate(version: string): string;
  restartQuestion(version: string): string;
  restartDetail: string;
  restartNow: string;
  later: string;
}

const en: Words = {
  locale: 'en',
  open: 'Open Handback',
  quit: 'Quit Handback',
  settings: 'Settings…',
  signIn: 'Sign in…',
  signOut: 'Sign out',
  signedInAs: (name) => `Signed in as ${name}`,
  signedOut: 'Nobody is signed in',
  signInEnded: 'Your sign-in has ended',
  connecting: 'Connecting…',
  offline: 'Offline',
  noServer: 'No server was chosen yet',
  waiting: (unread, assignments) =>
    [count(unread, 'unread question', 'unread questions'), count(assignments, 'assignment', 'assignments')]
      .filter(Boolean)
      .join(', '),
  nothingWaits: 'Nothing waits for you',
  due: (when) => `due ${when}`,
  from: (flow, due) => `${flow}, ${due}`,
  snooze: 'Snooze all',
  snoozes: { half_hour: 'For half an hour', hour: 'For an hour', tomorrow: 'Until tomorrow morning' },
  snoozedUntil: (when) => `Snoozed until ${when}`,
  endSnooze: 'End the snooze',
  quietHours: 'Quiet hours',
  off: 'Off',
  hidePreview: 'Hide what is asked in notifications',
  openAtLogin: 'Open when I log in',
  servers: 'Server',
  otherServer: 'Another server…',
  hidden: { title: 'A question for you', body: 'Open Handback to read it.' },
  many: (number) => `${number} questions for you`,
  manyBody: 'Open your inbox to see them.',
  approve: 'Approve',
  reject: 'Reject',
  reply: 'Your answer',
  more: (label) => `${label}…`,
  undo: 'Undo',
  answering: (answer) => `Answering “${answer}”`,
  answeringBody: (seconds) => `It is sent in ${seconds} seconds.`,
  answered: 'Your answer was recorded',
  alreadyDecided: 'This was already decided',
  notTaken: 'Your answer was not taken',
  askedAnother: 'The person this question was shown to is not signed in here now.',
  nameless: 'An older version of the app did not record who gave it. Answer again.',
  kept: {
    unreachable: { title: 'Offline', body: 'You are offline. Your answer is sent when the connection is back.' },
    signIn: { title: 'Your sign-in has ended', body: 'Your answer is sent when you have signed in again.' },
    busy: {
      title: 'Your answer waits',
      body: 'The server cannot record it at the moment. It is sent again until it can.',
    },
  },
  openInstead: 'Open the question to see why.',
  browserDone: 'You are signed in. You may close this page and go back to Handback.',
  browserFailed: 'You are not signed in. Close this page and try again in Handback.',
  notKept: 'This system has no safe place for your sign-in: it ends with the app.',
  tooOld: 'Your server needs a newer Handback',
  tooOldAdvice: {
    ready: 'This server needs a newer version of the app, and it is here: choose “Restart to update” in the tray.',
    coming: 'This server needs a newer version of the app. The app is looking for it now: try again in a few minutes.',
    elsewhere: 'This server needs a newer version of the app. Install it, or ask the people who gave you the app.',
  },
  signInRefusals: {
    sign_in: 'This server names a sign-in that does not belong to Handback. Ask the people who run it.',
    changed:
      'This server now asks you to sign in to something else than before. Ask the people who run it, and restart the app.',
    of_another:
      'This server asks you to sign in to what belongs to another server. Ask the people who run it, and restart the app.',
  },
  signInOfAnother: (server, other) =>
    `${server} asks you to sign in to what belongs to ${other}, and could do there everything that you can. Continue?`,
  signInChanged: (server) => `${server} now asks you to sign in to something else than before. Continue?`,
  signInChangedDetail: (tenant, client) =>
    `Continue only if the people who run it have told you to expect this.\n\nOrganisation (tenant): ${tenant}\nApplication: ${client}`,
  goOn: 'Continue',
  notNow: 'Not now',
  updateReady: {
    title: (version) => `Handback ${version} is ready`,
    body: 'Restart to update, or carry on: it is installed when you quit.',
  },
  restartToUpdate: (version) => `Restart to update to ${version}`,
  restartQuestion: (version) => `Restart Handback to update to ${version}?`,
  restartDetail: 'What you typed and answered is kept.',
  restartNow: 'Restart',
  later: 'Later',
};

// cspell:disable
const de: Words = {
  locale: 'de',
  open: 'Handback öffnen',
  quit: 'Handback beenden',
  settings: 'Einstellungen…',
  signIn: 'Anmelden…',
  signOut: 'Abmelden',
  signedInAs: (name) => `Angemeldet als ${name}`,
  signedOut: 'Niemand ist angemeldet',
  signInEnded: 'Ihre Anmeldung ist abgelaufen',
  connecting: 'Verbindet …',
  offline: 'Offline',
  noServer: 'Noch kein Server gewählt',
  waiting: (unread, assignments) =>
    [count(unread, 'ungelesene Frage', 'ungelesene Fragen'), count(assignments, 'Zuweisung', 'Zuweisungen')]
      .filter(Boolean)
      .join(', '),
  nothingWaits: 'Nichts wartet auf Sie',
  due: (when) => `fällig ${when}`,
  from: (flow, due) => `${flow}, ${due}`,
  snooze: 'Alles zurückstellen',
  snoozes: { half_hour: 'Für eine halbe Stunde', hour: 'Für eine Stunde', tomorrow: 'Bis morgen früh' },
  snoozedUntil: (when) => `Zurückgestellt bis ${when}`,
  endSnooze: 'Nicht mehr zurückstellen',
  quietHours: 'Ruhezeit',
  off: 'Aus',
  hidePreview: 'Fragen in Mitteilungen verbergen',
  openAtLogin: 'Beim Anmelden am Rechner öffnen',
  servers: 'Server',
  otherServer: 'Anderer Server…',
  hidden: { title: 'Eine Frage an Sie', body: 'Öffnen Sie Handback, um sie zu lesen.' },
  many: (number) => `${number} Fragen an Sie`,
  manyBody: 'Öffnen Sie Ihren Posteingang, um sie zu sehen.',
  approve: 'Genehmigen',
  reject: 'Ablehnen',
  reply: 'Ihre Antwort',
  more: (label) => `${label}…`,
  undo: 'Rückgängig',
  answering: (answer) => `Antwort „${answer}“`,
  answeringBody: (seconds) => `Sie wird in ${seconds} Sekunden gesendet.`,
  answered: 'Ihre Antwort ist angekommen',
  alreadyDecided: 'Das ist schon entschieden',
  notTaken: 'Ihre Antwort wurde nicht angenommen',
  askedAnother: 'Wem diese Frage gezeigt wurde, ist hier gerade nicht angemeldet.',
  nameless: 'Eine ältere Version der App hat sich nicht gemerkt, von wem sie ist. Antworten Sie noch einmal.',
  kept: {
    unreachable: {
      title: 'Offline',
      body: 'Sie sind offline. Ihre Antwort wird gesendet, sobald die Verbindung wieder da ist.',
    },
    signIn: {
      title: 'Ihre Anmeldung ist abgelaufen',
      body: 'Ihre Antwort wird gesendet, sobald Sie wieder angemeldet sind.',
    },
    busy: {
      title: 'Ihre Antwort wartet',
      body: 'Der Server kann sie gerade nicht aufnehmen. Sie wird gesendet, sobald er es kann.',
    },
  },
  openInstead: 'Öffnen Sie die Frage, um zu sehen, warum.',
  browserDone: 'Sie sind angemeldet. Schließen Sie diese Seite und kehren Sie zu Handback zurück.',
  browserFailed: 'Sie sind nicht angemeldet. Schließen Sie diese Seite und versuchen Sie es in Handback noch einmal.',
  notKept: 'Dieses System hat keinen sicheren Ort für Ihre Anmeldung: Sie endet mit der App.',
  tooOld: 'Ihr Server braucht ein neueres Handback',
  tooOldAdvice: {
    ready:
      'Dieser Server braucht eine neuere Version der App, und sie ist da: „Neu starten und aktualisieren“ im Infobereich.',
    coming:
      'Dieser Server braucht eine neuere Version der App. Sie wird gesucht: Versuchen Sie es in einigen Minuten noch einmal.',
    elsewhere:
      'Dieser Server braucht eine neuere Version der App. Installieren Sie sie, oder fragen Sie, von wem Sie die App haben.',
  },
  signInRefusals: {
    sign_in: 'Dieser Server nennt eine Anmeldung, die keine von Handback ist. Fragen Sie, wer ihn betreibt.',
    changed:
      'Bei diesem Server meldet man sich woanders an als bisher. Fragen Sie, wer ihn betreibt, und öffnen Sie die App neu.',
    of_another:
      'Bei diesem Server meldet man sich bei dem an, was einem anderen gehört. Fragen Sie, wer ihn betreibt, und öffnen Sie die App neu.',
  },
  signInOfAnother: (server, other) =>
    `Bei ${server} melden Sie sich bei dem an, was ${other} gehört; dort könnte er alles tun, was Sie können. Fortfahren?`,
  signInChanged: (server) => `Bei ${server} melden Sie sich jetzt woanders an als bisher. Fortfahren?`,
  signInChangedDetail: (tenant, client) =>
    `Fahren Sie nur fort, wenn Sie das von dem wissen, der ihn betreibt.\n\nOrganisation (Tenant): ${tenant}\nAnwendung: ${client}`,
  goOn: 'Fortfahren',
  notNow: 'Jetzt nicht',
  updateReady: {
    title: (version) => `Handback ${version} ist da`,
    body: 'Starten Sie neu, um zu aktualisieren; sonst geschieht es, wenn Sie Handback beenden.',
  },
  restartToUpdate: (version) => `Neu starten und auf ${version} aktualisieren`,
  restartQuestion: (version) => `Handback neu starten und auf ${version} aktualisieren?`,
  restartDetail: 'Was Sie eingegeben und beantwortet haben, bleibt erhalten.',
  restartNow: 'Neu starten',
  later: 'Später',
};
// cspell:enable

const WORDS: Record<Language, Words> = { en, de };

/** @param wanted the system's languages, in order of preference */
export const wordsFor = (wanted: readonly string[]): Words => WORDS[chooseLanguage(wanted)];

const count = (number: number, one: string, many: string): string =>
  number === 0 ? '' : `${number} ${number === 1 ? one : many}`;

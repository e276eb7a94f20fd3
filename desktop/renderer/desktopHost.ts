import {
  PAGE_PERSON,
  PAGE_SERVER,
  type AppSettings,
  type Body,
  type Bridge,
  type CallName,
  type Reply,
  type SignedIn,
  type WindowMessage,
} from '../bridge.ts';
import { GRAPH_PATH } from '../../contract/graphCalls.ts';
import type { TextStorage } from './browserStorage.ts';
import { NotGranted, SignInNeeded, type AuthClient, type DesktopApp, type Host, type Updates } from './host.ts';
import { keepTextsIn } from './textStorage.ts';

declare global {
  interface Window {
    /** Exposed by the desktop app's preload script; absent in browsers. */
    readonly handbackDesktop?: Bridge;
  }
}

/**
 * The host for windows of the desktop app. The main process signs people in, adds the token to each call, maintains
 * counts and notifications, and stores typed text.
 */
export async function createDesktopHost(bridge: Bridge): Promise<Host> {
  const call = <Name extends CallName>(name: Name, body: Body<Name>) => bridge.call(name, body) as Promise<Reply<Name>>;
  const { servers, tenant, kept, update } = await call('start', null);
  const texts = createTexts(new Map(Object.entries(kept)), (name, text) => void call('keep', { name, text }));
  keepTextsIn(texts.storage);
  const updates = createUpdates(update, () => void call('restartToUpdate', null));
  bridge.onTold((told) => hear(told, texts.hear, updates.become));
  return {
    servers: { ...servers, tenant, choose: async (address) => (await call('chooseServer', { address })).fault },
    updates,
    desktop: createDesktopApp(call, bridge.onTold),
    isOneQuestion: new URLSearchParams(window.location.search).get('window') === 'question',
    authenticate: async () => createDesktopAuth(call, await call('account', null), servers.current),
    // the tray shows counts and notifications, even without a window
    setBadge: () => undefined,
    notify: () => undefined,
    canAskToNotify: () => false,
    askToNotify: async () => undefined,
    openApp: null,
    openLink: (url) => void call('openLink', { url }),
  };
}

type Call = <Name extends CallName>(name: Name, body: Body<Name>) => Promise<Reply<Name>>;

function createDesktopApp(call: Call, onTold: Bridge['onTold']): DesktopApp {
  return {
    settings: () => call('settings', null),
    onSettings: (listener: (settings: AppSettings) => void) =>
      onTold((told) => told.kind === 'settings' && listener(told.settings)),
    change: async (changes) => void (await call('changeSettings', changes)),
    forgetServer: async (server) => void (await call('forgetServer', { server })),
    signIn: async () => void (await call('signIn', { claims: null })),
    signOut: async () => void (await call('signOut', null)),
    openSettings: () => void call('openSettings', null),
    claimLinks: async () => void (await call('claimLinks', null)),
  };
}

function createDesktopAuth(call: Call, { account, refusal }: SignedIn, server: string | null): AuthClient {
  const ofPage = { [PAGE_PERSON]: encodeURIComponent(account?.username ?? ''), [PAGE_SERVER]: server ?? '' };
  let confirmed: string | null = null;
  return {
    account,
    refusal,
    signsInElsewhere: true,
    confirmed: () => confirmed,
    async signIn(demand) {
      const now = await call('signIn', { claims: demand?.claims ?? null });
      const isSame = now.account?.username === account?.username;
      // the same person continues; for anybody else this page is invalid
      if (!isSame || (now.refusal !== null && !demand)) return window.location.reload();
      confirmed = (now.refusal === null && demand?.subject) || null;
    },
    signOut: async () => void (await call('signOut', null)),
    async authorize({ isRenewed = false } = {}) {
      if (isRenewed && !(await call('renew', null))) throw new SignInNeeded('Nobody is signed in.');
      return ofPage;
    },
    authorizeSearch: async () => ({}),
    async askGraph(asked) {
      const { callGraph } = await import('./api/askGraph.ts');
      const response = await callGraph(`${GRAPH_PATH}${asked.path}`, asked, {});
      if (response.status === 401) throw new NotGranted();
      return response;
    },
  };
}

function hear(
  told: WindowMessage,
  hearKept: (name: string, text: string | null) => void,
  hearUpdate: (version: string) => void,
): void {
  switch (told.kind) {
    case 'open':
      return void (window.location.hash = told.hash);
    case 'kept':
      return hearKept(told.name, told.text);
    case 'reload':
      return window.location.reload();
    case 'update':
      return hearUpdate(told.version);
    case 'settings':
      return; // the settings page subscribes itself
    case 'awake':
      return void window.dispatchEvent(new Event('online'));
  }
}

/** A replacement for browser storage, backed by the main process; other windows receive each change. */
function createTexts(texts: Map<string, string>, keep: (name: string, text: string | null) => void) {
  const storage: TextStorage = {
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    setItem(name, text) {
      texts.set(name, text);
      keep(name, text);
    },
    removeItem(name) {
      if (texts.delete(name)) keep(name, null);
    },
  };
  return {
    storage,
    hear(name: string, text: string | null) {
      if (text === null) texts.delete(name);
      else texts.set(name, text);
      window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: text }));
    },
  };
}

function createUpdates(version: string | null, restart: () => void): Updates & { become(version: string): void } {
  const hearers = new Set<() => void>();
  return {
    ready: () => version,
    restart,
    listen(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    become(next) {
      version = next;
      hearers.forEach((hear) => hear());
    },
  };
}

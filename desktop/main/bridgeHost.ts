import { CALL_CHANNEL, CALLS, type Body, type CallName, type Reply } from '../bridge.ts';
import { isOwnPage } from './pages.ts';
import type { ElectronPort, Log } from './ports.ts';

/** What answers each call of a window. */
export type BridgeDeeds = {
  [Name in CallName]: (body: Body<Name>, from: Electron.WebContents) => Promise<Reply<Name>> | Reply<Name>;
};

interface Frame {
  url: string;
  parent: unknown;
}

/**
 * Answers what windows ask. Whoever is not the top frame of our own page is refused, and so is what has another shape
 * than the table says; neither of them learns why.
 */
export function serveBridge({ ipcMain }: Pick<ElectronPort, 'ipcMain'>, deeds: BridgeDeeds, log: Log): void {
  ipcMain.handle(CALL_CHANNEL, async (event, raw: unknown) => {
    const frame = event.senderFrame as Frame | null;
    if (!frame || frame.parent || !isOwnPage(frame.url)) {
      log.warn('bridge: foreign sender');
      throw new Error('refused');
    }
    const { name, body } = (raw ?? {}) as { name?: unknown; body?: unknown };
    if (typeof name !== 'string' || !Object.hasOwn(CALLS, name)) {
      log.warn('bridge: unknown call');
      throw new Error('refused');
    }
    const known = name as CallName;
    const parsed = CALLS[known].body.safeParse(body);
    if (!parsed.success) {
      log.warn('bridge: wrong shape', { name });
      throw new Error('refused');
    }
    const perform = deeds[known] as (body: unknown, from: Electron.WebContents) => unknown;
    return perform(parsed.data, event.sender);
  });
}

import { CALL_CHANNEL, CALLS, type Body, type CallName, type Reply } from '../bridge.ts';
import { isOwnPage } from './pages.ts';
import type { ElectronPort, Log } from './ports.ts';

/** A handler for each call of a window. */
export type BridgeHandlers = {
  [Name in CallName]: (body: Body<Name>, from: Electron.WebContents) => Promise<Reply<Name>> | Reply<Name>;
};

interface Frame {
  url: string;
  parent: unknown;
}

/**
 * Serves the calls of windows. Refuses, without a reason, callers other than the top frame of our own page, and bodies
 * that do not match the table.
 */
export function serveBridge({ ipcMain }: Pick<ElectronPort, 'ipcMain'>, handlers: BridgeHandlers, log: Log): void {
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
    const perform = handlers[known] as (body: unknown, from: Electron.WebContents) => unknown;
    return perform(parsed.data, event.sender);
  });
}

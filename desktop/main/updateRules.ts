/** How often the app looks whether there is a newer version of itself. */
const CHECK_EVERY_MS = 4 * 3_600_000;

/** How this app came to be on this machine. */
export interface Installation {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** The packed app names a feed; one that is not signed has none. */
  hasFeed: boolean;
  /** Other packages of Linux are the package manager's. */
  isAppImage: boolean;
  isAllowed: boolean;
}

export type NoUpdates = 'development' | 'policy' | 'package_manager' | 'unsigned';

/** @returns why the app does not update itself; null: it does */
export function whyNoUpdates({ platform, isPackaged, hasFeed, isAppImage, isAllowed }: Installation): NoUpdates | null {
  if (!isPackaged) return 'development';
  if (!isAllowed) return 'policy';
  if (platform === 'linux' && !isAppImage) return 'package_manager';
  return hasFeed ? null : 'unsigned';
}

/** @param last when it was looked; a clock that was set back counts as long ago */
export const isCheckDue = (last: number | null, now: number): boolean =>
  last === null || now < last || now - last >= CHECK_EVERY_MS;

/** What a failure is called, for the log: no address, for the query of one may hold a secret. */
export function reasonOf(error: unknown): string {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const [line = ''] = message.split('\n');
  return `${code ? `${code}: ` : ''}${line.replace(/[a-z][a-z\d+.-]*:\/\/\S+/gi, '…')}`.slice(0, 200);
}

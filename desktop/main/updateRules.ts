/** How often the app checks for updates. */
const CHECK_EVERY_MS = 4 * 3_600_000;

/** How the app was installed. */
export interface Installation {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** The packed app has an update feed; unsigned builds have none. */
  hasFeed: boolean;
  /** On Linux, the package manager updates all other packages. */
  isAppImage: boolean;
  isAllowed: boolean;
}

export type NoUpdates = 'development' | 'policy' | 'package_manager' | 'unsigned';

/** @returns why the app does not update itself, or null */
export function whyNoUpdates({ platform, isPackaged, hasFeed, isAppImage, isAllowed }: Installation): NoUpdates | null {
  if (!isPackaged) return 'development';
  if (!isAllowed) return 'policy';
  if (platform === 'linux' && !isAppImage) return 'package_manager';
  return hasFeed ? null : 'unsigned';
}

/** @param last time of the last check; one in the future (the clock was set back) makes a check due */
export const isCheckDue = (last: number | null, now: number): boolean =>
  last === null || now < last || now - last >= CHECK_EVERY_MS;

/** The failure's code for the log, without a URL, because its query may contain a secret. */
export function reasonOf(error: unknown): string {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const [line = ''] = message.split('\n');
  return `${code ? `${code}: ` : ''}${line.replace(/[a-z][a-z\d+.-]*:\/\/\S+/gi, '…')}`.slice(0, 200);
}

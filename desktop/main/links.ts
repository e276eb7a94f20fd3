import { LINK_SCHEME, readAppLink } from '../../contract/openLinks.ts';
import { HIDDEN } from './openAtLogin.ts';
import type { ElectronPort, Log } from './ports.ts';
import type { ServerChoice } from './servers.ts';
import type { Windows } from './windows.ts';

/** What links need from the app once it is ready. */
export interface LinkParts {
  servers: ServerChoice;
  /** Opens a permitted address in the default browser. */
  openLink(url: string): Promise<void>;
}

/** Links that open the app, however the system delivers them. */
export interface Links {
  /** Opens a place: a question in its own window, anything else in the main window. Null: just the main window. */
  open(hash: string | null): void;
  /** The app is ready: opens the link received before, if any. */
  begin(parts: LinkParts): void;
}

/** The first link in a process's arguments, where Windows and Linux pass it. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null;

const A_QUESTION = /^#\/notifications\/[^/]/;

/** @param argv of this process; Windows and Linux pass the link there */
export function createLinks(app: ElectronPort['app'], windows: Windows, argv: readonly string[], log: Log): Links {
  let early = linkAmong(argv);
  let at: LinkParts | null = null;

  const open = (hash: string | null): void => {
    if (hash !== null && A_QUESTION.test(hash)) windows.openQuestion(hash);
    else windows.open(hash);
  };
  const follow = (link: string | null): void => {
    if (!at) early = link ?? early;
    else if (link === null) open(null);
    else openLink(link, at);
  };
  function openLink(link: string, { servers, openLink: openInBrowser }: LinkParts): void {
    const place = readAppLink(link);
    const { current, known } = servers.describe();
    if (place && (place.server === null || place.server === current)) return open(place.hash);
    // a link changes nothing, not even the chosen server, and only opens addresses that the person entered
    if (place?.server && known.includes(place.server)) return void openInBrowser(`${place.server}/${place.hash}`);
    log.warn('link refused');
    open(null);
  }

  app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('second-instance', (_event, theirs) => follow(linkAmong(theirs)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(url);
  });
  app.on('activate', () => follow(null));
  return {
    open,
    begin(parts) {
      at = parts;
      if (early !== null || !argv.includes(HIDDEN)) follow(early);
      early = null;
    },
  };
}

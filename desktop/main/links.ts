import { LINK_SCHEME, readAppLink } from '../../contract/openLinks.ts';
import { HIDDEN } from './openAtLogin.ts';
import type { ElectronPort, Log } from './ports.ts';
import type { ServerChoice } from './servers.ts';
import type { Windows } from './windows.ts';

/** What links need of the app, once there is something to open. */
export interface LinkParts {
  servers: ServerChoice;
  /** Opens an address in the system's browser, where it may go there. */
  openLink(url: string): Promise<void>;
}

/** Links that open the app, whichever way the system hands them over. */
export interface Links {
  /** Opens a place of the app: a question by itself, anything else in the main window. Null: just the app. */
  open(hash: string | null): void;
  /** From now on there is something to open; what was asked before is opened now. */
  begin(parts: LinkParts): void;
}

/** The first link among the arguments of a process: Windows and Linux hand it over there. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null;

const A_QUESTION = /^#\/notifications\/[^/]/;

/** @param argv of this process: Windows and Linux start it with the link */
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
    // a link changes nothing, the server that the app is at included; and it opens no address that the person did not enter
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

import { LINK_SCHEME, linkAmong, routeOf } from './deepLink.ts';
import { HIDDEN } from './openAtLogin.ts';
import type { ElectronPort, Log } from './ports.ts';
import type { Windows } from './windows.ts';

/** Links that open the app, whichever way the system hands them over. */
export interface Links {
  /** Opens a place of the app: a question by itself, anything else in the main window. Null: just the app. */
  open(hash: string | null): void;
  /** From now on there is something to open; what was asked before is opened now. */
  begin(): void;
}

const A_QUESTION = /^#\/notifications\/[^/]/;

/** @param argv of this process: Windows and Linux start it with the link */
export function createLinks(app: ElectronPort['app'], windows: Windows, argv: readonly string[], log: Log): Links {
  let early = linkAmong(argv);
  let isReady = false;

  const open = (hash: string | null): void => {
    if (hash !== null && A_QUESTION.test(hash)) windows.openQuestion(hash);
    else windows.open(hash);
  };
  const follow = (link: string | null): void => {
    const hash = link === null ? null : routeOf(link);
    if (link !== null && hash === null) log.warn('link refused');
    open(hash);
  };
  const followWhenReady = (link: string | null): void => {
    if (isReady) follow(link);
    else early = link ?? early;
  };

  app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('second-instance', (_event, theirs) => followWhenReady(linkAmong(theirs)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    followWhenReady(url);
  });
  app.on('activate', () => followWhenReady(null));
  return {
    open,
    begin() {
      isReady = true;
      if (early !== null || !argv.includes(HIDDEN)) follow(early);
      early = null;
    },
  };
}

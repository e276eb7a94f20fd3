import { followLink } from './appLinks.ts';
import { sayCannotOpen } from './cannotOpen.ts';
import type { Host } from './host.ts';
import { loadMessages } from './loadMessages.ts';
import { openSession, type Session } from './session.ts';
import { storedLanguage } from './stored.ts';
import { createWebHost } from './webHost.ts';

const ONE_QUESTION = /^#\/notifications\/[^/?]/;

// A small entry point that loads session, messages and client in parallel.
function begin(host: Host): void {
  let begun: Promise<Session> | null = openSession(host);
  begun.catch(() => undefined); // its consumer handles the failure
  const language = storedLanguage();
  const giveUp = (): void => sayCannotOpen(language);
  void loadMessages(language).catch(giveUp);
  // prefetches the target of message links
  if (ONE_QUESTION.test(location.hash)) void import('./answer/NotificationDetail.tsx').catch(() => undefined);

  void import('./drawApp.tsx').then(
    ({ drawApp }) =>
      drawApp(document.getElementById('root')!, host, () => {
        const opening = begun ?? openSession(host);
        begun = null;
        return opening;
      }),
    giveUp,
  );
}

// not awaited here, because the desktop host's file imports this one
const bridge = window.handbackDesktop;
if (bridge)
  void import('./desktopHost.ts').then(async ({ createDesktopHost }) => begin(await createDesktopHost(bridge)));
else {
  followLink();
  window.addEventListener('hashchange', followLink); // before the client handles it
  begin(createWebHost());
}

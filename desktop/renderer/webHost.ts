import { isGraph } from '../../contract/graphCalls.ts';
import { showInFavicon } from './favicon.ts';
import type { Host } from './host.ts';

/** The host for browser tabs. */
export function createWebHost(): Host {
  return {
    servers: null,
    updates: null,
    desktop: null,
    isOneQuestion: false,
    async authenticate(config) {
      const { createWebAuth } = await import('./api/auth.ts');
      const { auth, documents, mode } = config;
      return createWebAuth(auth, documents && isGraph(documents.graph, mode) ? documents : null);
    },
    setBadge(count) {
      showInFavicon(count);
      if (!('setAppBadge' in navigator)) return;
      void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined); // the badge is optional
    },
    openLink(url) {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    openApp: (link) => window.location.assign(link),
    canAskToNotify: () => 'Notification' in window && Notification.permission === 'default',
    async askToNotify() {
      await Notification.requestPermission();
    },
    notify({ title, body, href }) {
      if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
      const shown = new Notification(title, { body, tag: href, icon: './handback.svg' });
      shown.onclick = () => {
        window.focus();
        window.location.hash = href;
      };
    },
  };
}

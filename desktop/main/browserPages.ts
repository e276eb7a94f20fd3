import { APP_READY } from '../../contract/openLinks.ts';
import type { Words } from './words.ts';

/** The pages that the browser shows after a sign-in. */
export interface BrowserPages {
  done: string;
  failed: string;
}

/**
 * After a sign-in the browser continues to a page of the server, so that it remembers that the app is installed.
 *
 * @param origin of the server
 */
export const browserPages = (words: Words, origin: string): BrowserPages => ({
  done: page(words.locale, words.browserDone, `<meta http-equiv="refresh" content="0;url=${origin}/${APP_READY}">`),
  failed: page(words.locale, words.browserFailed),
});

const page = (language: string, said: string, head = ''): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Handback</title>${head}</head>` +
  `<body style="font-family:system-ui;margin:3rem;color-scheme:light dark"><p>${said}</p></body></html>`;

import { ZONED_MOMENT } from '../../../contract/boundWords.ts';
import { Html } from './html.ts';
import { scriptHash } from './scriptHash.ts';

/** Name of the hidden field with the browser's time zone. */
export const ZONE_FIELD = 'zone';

/** The page works without it: times are then in the server's time zone, as the hint says. */
const SCRIPT = `const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  for (const field of document.getElementsByName('${ZONE_FIELD}')) field.value = zone;
  for (const hint of document.querySelectorAll('[data-clock]')) hint.textContent = hint.dataset.clock.replace('{zone}', zone);
  const format = new Intl.DateTimeFormat(document.documentElement.lang, ${JSON.stringify(ZONED_MOMENT)});
  for (const time of document.querySelectorAll('time[data-bound]')) time.textContent = format.format(new Date(time.dateTime));
  for (const field of document.querySelectorAll('[data-at]')) {
    const at = new Date(field.dataset.at);
    const local = new Date(at - at.getTimezoneOffset() * 60000).toISOString();
    field.value = local.slice(0, 19).replace(/(T..:..):00$/, '$1');
  }
}`;

export const clockScript = new Html(`<script>${SCRIPT}</script>`);

export const CLOCK_SCRIPT_HASH = scriptHash(SCRIPT);

import type { Speech } from '../../../contract/speech.ts';
import { element, Html } from './html.ts';
import { scriptHash } from './scriptHash.ts';

/**
 * A browser that is offline replaces a page whose form is sent with one of its own, and has forgotten what was typed when
 * the person goes back. The page works without the script.
 */
const SCRIPT = `const { dataset, parentElement: form } = document.currentScript;
const offline = document.createElement('p');
offline.className = 'error offline';
offline.setAttribute('role', 'alert');
offline.textContent = dataset.offline;
form.addEventListener('submit', function (event) {
  offline.remove();
  if (navigator.onLine) return;
  event.preventDefault();
  form.querySelector('.actions').before(offline);
});
addEventListener('online', function () {
  offline.remove();
});`;

/** Keeps a form on the page while the browser is offline, and says so above its buttons. The last element of the form. */
export const offlineGuard = ({ say }: Speech): Html =>
  element('script', { 'data-offline': say('page.offline') }, new Html(SCRIPT));

export const OFFLINE_SCRIPT_HASH = scriptHash(SCRIPT);

import type { Question } from '../../../contract/messages.ts';
import { nextWords } from '../../../contract/nextWords.ts';
import type { Speech } from '../../../contract/speech.ts';
import { html, type Content } from './html.ts';

/** Where each answer leads; null if unknown. */
export function nextList({ next = [], variables }: Question, speech: Speech): Content {
  if (next.length === 0) return null;
  const { locale, say } = speech;
  const lines = next.map((step) => html`<li>${nextWords(step, variables, { locale, say })}</li>`);
  return html`<section>
    <h2>${say('next.title')}</h2>
    <ul>
      ${lines}
    </ul>
  </section>`;
}

import type { Outcome, Question } from '../../../contract/messages.ts';
import { canSignIn, type Person } from '../../../contract/people.ts';
import type { Speech } from '../../../contract/speech.ts';
import { factCaption, factRows } from '../../../contract/spoken.ts';
import { html, type Content } from './html.ts';

/** The facts of a question or outcome on a page for this person; null if there are none. */
export function factTable(message: Question | Outcome, person: Person, speech: Speech): Content {
  const rows = factRows(message, speech, canSignIn(person));
  if (rows.length === 0) return null;
  const lines = rows.map(({ label, text, url }) => {
    const value =
      url === null ? text : html`<a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;
    return html`<tr>
      <th scope="row"><bdi>${label}</bdi></th>
      <td><bdi>${value}</bdi></td>
    </tr>`;
  });
  return html`<table class="figures">
    <caption>
      ${speech.say(factCaption(message))}
    </caption>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}

import type { Notice } from '../../../contract/messages.ts';
import type { Speech } from '../../../contract/speech.ts';
import { element, html, type Content } from './html.ts';
import { FORM_ACTION, page } from './pageLayout.ts';

export interface NoticePage {
  notice: Notice;
  /** Null: nothing can be done here. */
  token: string | null;
  /** The action that the mail's link was for; the page offers all actions if this one is not available. */
  actionId?: string;
  /** The result of the chosen action. */
  acted?: 'done' | 'not_offered';
}

/**
 * A notice with a button for each action. Only the button names the action, so programs that submit forms without
 * pressing a button do nothing.
 */
export function noticePage({ notice, token, actionId, acted }: NoticePage, speech: Speech): string {
  const { say } = speech;
  const { title, text, webUrl, about } = notice;
  const all = token === null ? [] : (about?.actions ?? []);
  const chosen = all.filter(({ id }) => id === actionId);
  const offered = chosen.length > 0 ? chosen : all;
  const button = ({ id, label }: (typeof all)[number], index: number): Content =>
    element('button', { type: 'submit', name: 'action', value: id, class: index > 0 && 'second' }, label);
  return page(
    title,
    html`${acted === 'done' && html`<p class="badge answered" role="status">${say('outcome.at')}</p>`}
      ${acted === 'not_offered' && html`<p role="alert">${say('act.notOffered')}</p>`}
      <h1>${title}</h1>
      <p class="notice-text">${text}</p>
      ${
        token !== null &&
        offered.length > 0 &&
        html`<form method="post" action="${FORM_ACTION}" autocomplete="off">
          ${element('input', { type: 'hidden', name: 'token', value: token })}
          <p class="hint">${say('act.close')}</p>
          <div class="actions pair">${offered.map(button)}</div>
        </form>`
      }
      ${webUrl !== null && html`<p><a href="${webUrl}">${say('message.open')}</a></p>`}`,
    speech,
  );
}

import { errorsOf, showInstant, type Clock } from '../../../contract/answers.ts';
import type { Question, Redo } from '../../../contract/messages.ts';
import type { ChatContext, MessageRole } from '../../../contract/requests.ts';
import type { Person } from '../../../contract/people.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { clockScript, ZONE_FIELD } from './clockScript.ts';
import { FIELDS, needsWebClient, prefilled } from './fields/fields.ts';
import { fieldLabel, inputName, type Typed } from './fields/field.ts';
import { html, textareaElement, type Content, type Html } from './html.ts';
import { FORM_ACTION, page, promptHeading } from './pageLayout.ts';
import { RESPONSE_LIMITS } from './responseLimits.ts';

export const NOTE_FIELD = 'note';

/** People outside the directory are reached by e-mail only. */
export const canSignIn = ({ id }: Person): boolean => !id.startsWith('mailto:');

export interface ResponseForm {
  question: Question;
  person: Person;
  token: string;
  /** Makes this form one submission, however often it is sent. */
  nonce: string;
  /** By which dates and times are read. */
  clock: Clock;
  /** What was typed, by input name, when the form comes back; absent when it is fresh. */
  redo?: Redo;
  /** Why it came back, where no single field is at fault. */
  trouble?: string;
}

const asList = (typed: string | string[] | undefined): Typed => (typed === undefined ? [] : [typed].flat());

function errorSummary(question: Question, { fields }: Redo): Content {
  const faulty = question.variables
    .map((spec) => ({ spec, errors: errorsOf(spec, fields) }))
    .filter(({ errors }) => errors.length > 0);
  const noteError = fields[NOTE_ERROR];
  const links = faulty.map(
    ({ spec, errors }) => html`<li><a href="#${inputName(spec)}">${fieldLabel(spec)}</a>: ${errors[0]}</li>`,
  );
  const notes = noteError ? [html`<li><a href="#${NOTE_FIELD}">Note</a>: ${noteError}</li>`] : [];
  const all = [...links, ...notes];
  if (all.length === 0)
    return summaryBox('Some values cannot be accepted', html`<p>${Object.values(fields).join(' ')}</p>`);
  const title = all.length === 1 ? 'One answer needs another look' : `${all.length} answers need another look`;
  return summaryBox(
    title,
    html`<ul>
      ${all}
    </ul>`,
  );
}

const summaryBox = (title: string, body: Content): Html =>
  html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>${title}</h2>
    ${body}
  </div>`;

const WHO: Record<MessageRole, string> = { user: 'Person', ai: 'Assistant', system: 'System' };

/** What was said in the chat before the question, folded away until somebody wants it. */
function context({ chatName, recentMessages, totalMessages }: ChatContext): Content {
  if (recentMessages.length === 0) return null;
  const shown =
    recentMessages.length < totalMessages
      ? `the last ${recentMessages.length} of ${totalMessages}`
      : String(totalMessages);
  const lines = recentMessages.map(
    ({ role, content }) =>
      html`<dt>${WHO[role]}</dt>
        <dd>${content}</dd>`,
  );
  return html`<details>
    <summary>Conversation in “${chatName}” (${shown} messages)</summary>
    <dl>${lines}</dl>
  </details>`;
}

/** What the question is about, from whom it comes and until when it can be answered. */
function facts({ flowName, requester, expiresAt, strategy }: Question): Html {
  return html`<dl class="facts">
    <dt>Flow</dt>
    <dd>${flowName}</dd>
    <dt>Asked by</dt>
    <dd>${requester}</dd>
    <dt>Answer by</dt>
    <dd><time datetime="${expiresAt}">${showInstant(expiresAt)}</time></dd>
    ${
      strategy === 'all' &&
      html`<dt>Needs</dt>
        <dd>An answer from everyone who was asked</dd>`
    }
  </dl>`;
}

/** Name of the note among errors: no variable is called so. */
export const NOTE_ERROR = '(note)';

function noteField(redo: Redo | undefined): Html {
  const error = redo?.fields[NOTE_ERROR];
  const own = {
    id: NOTE_FIELD,
    name: NOTE_FIELD,
    rows: 3,
    maxlength: RESPONSE_LIMITS.noteCharacters,
    'aria-invalid': error && 'true',
    'aria-describedby': error && 'note-error',
  };
  const text = textareaElement(own, asList(redo?.typed[NOTE_FIELD])[0] ?? '');
  return html`<div class="${error ? 'field invalid' : 'field'}">
    <label for="${NOTE_FIELD}">Note <span class="optional">optional</span></label>
    ${error && html`<div class="error" id="note-error"><p>${error}</p></div>`} ${text}
  </div>`;
}

function field({ question, redo, clock }: ResponseForm, spec: VariableSpec): Html {
  const typed = redo ? asList(redo.typed[inputName(spec)]) : prefilled(spec);
  const errors = redo ? errorsOf(spec, redo.fields) : [];
  return FIELDS[spec.type].render({ spec, typed, errors, webUrl: question.webUrl, clock });
}

function form(response: ResponseForm): Html {
  const { question, person, token, nonce, redo, clock } = response;
  const hasClock = question.variables.some(({ type }) => type === 'datetime');
  const elsewhere = html`<a href="${question.webUrl}">Answer in the web client</a> instead, where you sign in.`;
  return html`<form method="post" action="${FORM_ACTION}" autocomplete="off">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="nonce" value="${nonce}" />
    ${hasClock && html`<input type="hidden" name="${ZONE_FIELD}" value="${clock.isOwn && clock.zone}" />`}
    ${question.variables.map((spec) => field(response, spec))} ${noteField(redo)}
    <div class="actions">
      <button type="submit">Submit answer</button>
      <p class="hint">You can answer once. ${canSignIn(person) && elsewhere}</p>
    </div>
    ${hasClock && clockScript}
  </form>`;
}

const webClientOnly = ({ webUrl }: Question): Html =>
  html`<div class="notice">
    <p>
      This form asks for a file or a password, which is taken only from people who are signed in. The whole form is
      answered there.
    </p>
    <p><a class="button" href="${webUrl}">Answer in the web client</a></p>
  </div>`;

/** A form can also come back because somebody wanted to look at it again. */
const hasErrors = ({ fields }: Redo): boolean => Object.keys(fields).length > 0;

function reasons({ question, redo, trouble }: ResponseForm): Content {
  if (trouble) return summaryBox('Not stored yet', html`<p>${trouble}</p>`);
  return redo && hasErrors(redo) && errorSummary(question, redo);
}

/** The page behind the link of a mail (behaviour 4.1): a question with a form that works without any script. */
export function responsePage(response: ResponseForm): string {
  const { question, redo, trouble } = response;
  const hasFailed = (redo !== undefined && hasErrors(redo)) || trouble !== undefined;
  const title = question.prompt.trim().split('\n')[0]!.slice(0, 120);
  return page(
    hasFailed ? `Error: ${title}` : title,
    html`${reasons(response)}
      <header>${promptHeading(question.prompt)} ${facts(question)} ${context(question.chatContext)}</header>
      ${needsWebClient(question.variables) ? webClientOnly(question) : form(response)}`,
  );
}

import { errorsOf, isAbsent, type Clock } from '../../../contract/answers.ts';
import type { Question, Redo } from '../../../contract/messages.ts';
import type { ChatContext } from '../../../contract/requests.ts';
import { canSignIn, type Person } from '../../../contract/people.ts';
import type { Speech } from '../../../contract/speech.ts';
import { commentField } from '../../../contract/commentField.ts';
import { asker, fieldLabel, spokenQuestion, whyAsked } from '../../../contract/spoken.ts';
import { asLead } from '../../../contract/asLead.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { clockScript, ZONE_FIELD } from './clockScript.ts';
import { factTable } from './factTable.ts';
import { nextList } from './nextList.ts';
import { FIELDS, mayBePrefilled, needsWebClient, prefilled } from './fields/fields.ts';
import { inputName, type TypedLines } from './fields/field.ts';
import { html, linkElsewhere, textareaElement, type Content, type Html } from './html.ts';
import { offlineGuard } from './offlineScript.ts';
import { FORM_ACTION, page, promptHeading } from './pageLayout.ts';

export const NOTE_FIELD = 'note';

export interface ResponseForm {
  question: Question;
  person: Person;
  token: string;
  /** Identifies this form, so that resending it is one submission. */
  nonce: string;
  /** The time zone of dates and times. */
  clock: Clock;
  speech: Speech;
  /** What was typed, by input name, if the form is shown again; absent for a new form. */
  redo?: Redo;
  /** Why it is shown again, if no single field is at fault. */
  trouble?: string;
}

/** All fields of the page, the comment last. */
export const fieldsOf = (question: Question, speech: Speech): VariableSpec[] => [
  ...question.variables,
  ...commentField(question, speech),
];

const asList = (typed: string | string[] | undefined): TypedLines => (typed === undefined ? [] : [typed].flat());

function errorSummary(question: Question, { fields }: Redo, speech: Speech): Content {
  const { say } = speech;
  const faulty = fieldsOf(question, speech)
    .map((spec) => ({ spec, errors: errorsOf(spec, fields, speech) }))
    .filter(({ errors }) => errors.length > 0);
  const noteError = fields[NOTE_ERROR];
  const links = faulty.map(
    ({ spec, errors }) =>
      html`<li><a href="#${inputName(spec)}">${asLead(fieldLabel(spec, speech))}</a> ${errors[0]}</li>`,
  );
  const notes = noteError ? [html`<li><a href="#${NOTE_FIELD}">${say('note.label')}</a>: ${noteError}</li>`] : [];
  const all = [...links, ...notes];
  if (all.length === 0) return summaryBox(say('page.notAccepted'), html`<p>${Object.values(fields).join(' ')}</p>`);
  return summaryBox(
    say('message.errors', { count: all.length }),
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

/** The chat before the question, collapsed. */
function context({ chatName: chat, recentMessages, totalMessages: total }: ChatContext, { say }: Speech): Content {
  if (recentMessages.length === 0) return null;
  const shown = recentMessages.length;
  const title =
    shown < total
      ? say('message.conversationEnd', { chat, shown, total })
      : say('page.conversationWhole', { chat, total });
  const lines = recentMessages.map(
    ({ role, content }) =>
      html`<dt>${say(`message.role.${role}`)}</dt>
        <dd>${content}</dd>`,
  );
  return html`<details>
    <summary>${title}</summary>
    <dl>${lines}</dl>
  </details>`;
}

/** What the question is about, who asks, and until when it can be answered. */
function facts(question: Question, speech: Speech): Html {
  const { say, instant } = speech;
  const { flowName, expiresAt, strategy } = question;
  return html`<dl class="facts">
    <dt>${say('message.flow')}</dt>
    <dd>${flowName}</dd>
    <dt>${say('message.askedBy')}</dt>
    <dd>${asker(question)}</dd>
    ${whyAsked(question, speech).map(
      ([label, text]) =>
        html`<dt>${label}</dt>
          <dd>${text}</dd>`,
    )}
    <dt>${say('message.answerBy')}</dt>
    <dd><time datetime="${expiresAt}">${instant(expiresAt)}</time></dd>
    ${
      strategy === 'all' &&
      html`<dt>${say('message.needs')}</dt>
        <dd>${say('message.needsAll')}</dd>`
    }
  </dl>`;
}

/** Name of the note among errors: no variable has this name. */
export const NOTE_ERROR = '(note)';

function noteField(redo: Redo | undefined, { say }: Speech): Html {
  const error = redo?.fields[NOTE_ERROR];
  const own = {
    id: NOTE_FIELD,
    name: NOTE_FIELD,
    rows: 3,
    'aria-invalid': error && 'true',
    'aria-describedby': error && 'note-error',
  };
  const text = textareaElement(own, asList(redo?.typed[NOTE_FIELD])[0] ?? '');
  return html`<div class="${error ? 'field invalid' : 'field'}">
    <label for="${NOTE_FIELD}">${say('note.label')} <span class="optional">${say('page.optional')}</span></label>
    ${error && html`<div class="error" id="note-error"><p>${error}</p></div>`} ${text}
  </div>`;
}

function field({ question, person, redo, clock, speech }: ResponseForm, asked: VariableSpec): Html {
  const preset = prefilled(asked, { zone: clock.zone, decimal: speech.decimal });
  const typed = redo ? asList(redo.typed[inputName(asked)]) : preset;
  const errors = redo ? errorsOf(asked, redo.fields, speech) : [];
  const isLost = preset.length === 0 && mayBePrefilled(asked) && !isAbsent(asked.default);
  const spec = isLost ? withHint(asked, speech.say('bot.defaultInWeb')) : asked;
  const webUrl = canSignIn(person) ? question.webUrl : null;
  return FIELDS[spec.type].render({ spec, typed, errors, webUrl, clock, speech });
}

const withHint = (spec: VariableSpec, hint: string): VariableSpec => ({
  ...spec,
  description: [spec.description, hint].filter(Boolean).join(' '),
});

function form(response: ResponseForm): Html {
  const { question, person, token, nonce, redo, clock, speech } = response;
  const { say } = speech;
  const hasClock = question.variables.some(({ type }) => type === 'datetime');
  const elsewhere = html`${linkElsewhere(question.webUrl, say('message.open'))} ${say('page.signInThere')}`;
  return html`<form method="post" action="${FORM_ACTION}" autocomplete="off">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="nonce" value="${nonce}" />
    ${hasClock && html`<input type="hidden" name="${ZONE_FIELD}" value="${clock.isOwn && clock.zone}" />`}
    ${fieldsOf(question, speech).map((spec) => field(response, spec))} ${!question.comment && noteField(redo, speech)}
    <div class="actions">
      <button type="submit" name="step" value="answer">${say('page.submit')}</button>
      <p class="hint">${say('message.once')} ${canSignIn(person) && elsewhere}</p>
    </div>
    ${hasClock && clockScript} ${offlineGuard(speech)}
  </form>`;
}

const webClientOnly = ({ webUrl }: Question, { say }: Speech): Html =>
  html`<div class="notice">
    <p>${say('page.signedInOnly')}</p>
    <p><a class="button" href="${webUrl}">${say('message.open')}</a></p>
  </div>`;

/** A form without errors is shown again when the person went back to it. */
const hasErrors = ({ fields }: Redo): boolean => Object.keys(fields).length > 0;

function reasons({ question, redo, trouble, speech }: ResponseForm): Content {
  if (trouble) return summaryBox(speech.say('page.notStored'), html`<p>${trouble}</p>`);
  return redo && hasErrors(redo) && errorSummary(question, redo, speech);
}

/** The page behind a mail's link (behaviour 4.1): a question with a form that works without a script. */
export function responsePage(asked: ResponseForm): string {
  const { redo, trouble, speech } = asked;
  const question = spokenQuestion(asked.question, speech);
  const response = { ...asked, question };
  const hasFailed = (redo !== undefined && hasErrors(redo)) || trouble !== undefined;
  const { title } = question;
  return page(
    hasFailed ? speech.say('page.errorTitle', { title }) : title,
    html`${reasons(response)}
      <header>
        ${promptHeading(question)} ${factTable(question, asked.person, speech)} ${facts(question, speech)}
        ${nextList(question, speech)} ${context(question.chatContext, speech)}
      </header>
      ${needsWebClient(question.variables) ? webClientOnly(question, speech) : form(response)}`,
    speech,
  );
}

import Fastify, { type FastifyInstance } from 'fastify';
import { checkAnswers, showValue } from '../../../contract/answers.ts';
import type { ChannelHost } from '../../../contract/channel.ts';
import type { Answered, GivenAnswer, GivenValues } from '../../../contract/conversation.ts';
import type { Outcome, Question } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { aChannelHost } from '../../support/channelHost.ts';
import { anOutcome, APPROVAL, aQuestion, REQUEST_ID } from '../../support/messages.ts';
import { createCallLimits } from '../../../server/foundation/http/callLimits.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../server/foundation/limits.ts';
import { emailKind } from '../../../server/channels/email/emailChannel.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { fieldLabel } from '../../../contract/spoken.ts';

export const SMTP = { connections: 3 };

export const NOW = Date.parse('2026-03-01T14:30:00Z');
export const TOKEN = 'a'.repeat(64);
export const OTHER_TOKEN = 'b'.repeat(64);

export const ADA: Person = {
  id: '5f1c4a76-0000-4000-8000-000000000001',
  displayName: 'Ada Lovelace',
  email: 'ada@sandbox.test',
  userPrincipalName: 'ada@sandbox.test',
};

export { APPROVAL, aQuestion, anOutcome };

export interface FakeHost extends ChannelHost {
  question: Question;
  outcome: Outcome | null;
  /** The request's specs, including hidden ones. */
  specs: VariableSpec[];
  /** Accepted answers, in order. */
  accepted: (GivenAnswer & GivenValues)[];
  /** Thrown by the next answers instead of storing them. */
  failure: Error | null;
  /** The result of the next answers, whatever they are. */
  reply: Answered | null;
  isUsed: boolean;
  calls: string[];
  logged: string[];
}

/**
 * The server's side of the port, in memory: one question with one token, checked by the real rules, in the real order:
 * repeat, used token, closed request, values.
 */
export function aHost(variables: VariableSpec[] = [APPROVAL], overrides: Partial<Question> = {}): FakeHost {
  const repeats = new Map<string, Answered>();
  const record = (level: string) => (details: object, text: string) =>
    void host.logged.push(`${level} ${text} ${JSON.stringify(details)}`);

  async function answer(given: GivenAnswer): Promise<Answered> {
    host.calls.push('answer');
    if (host.failure) throw host.failure;
    if (host.reply) return host.reply;
    const repeat = repeats.get(given.submissionId ?? '');
    if (repeat) return repeat;
    if (host.isUsed) return { kind: 'refused', id: 'link_unusable', values: { webUrl: host.inboxUrl } };
    if (host.outcome) return { kind: 'already_decided', outcome: host.outcome, given: null, asked: host.question };
    const { values, note } = await given.read(host.question);
    const checked = checkAnswers(host.specs, values);
    if (!checked.ok) return { kind: 'invalid', question: host.question, checks: checked.checks };
    host.accepted.push({ ...given, values, note });
    host.isUsed = true;
    const answers = host.specs
      .filter((spec) => checked.values[spec.name] !== undefined)
      .map((spec) => ({ label: fieldLabel(spec, ENGLISH_SPEECH), text: showValue(spec, checked.values[spec.name]) }));
    const outcome = anOutcome({ status: 'completed', text: 'The request is complete.', answers });
    const recorded: Answered = { kind: 'recorded', outcome };
    if (given.submissionId) repeats.set(given.submissionId, recorded);
    return recorded;
  }

  const host: FakeHost = {
    ...aChannelHost(),
    question: aQuestion({ variables: variables.filter((spec) => spec.type !== 'hidden'), ...overrides }),
    outcome: null,
    specs: variables,
    accepted: [],
    failure: null,
    reply: null,
    isUsed: false,
    calls: [],
    logged: [],
    answer,
    message: async () => host.outcome ?? host.question,
    openLink: async (token) => {
      host.calls.push('openLink');
      return token === TOKEN && !host.isUsed ? { person: ADA, message: host.outcome ?? host.question } : null;
    },
    holderOf: async (token) => {
      host.calls.push('holderOf');
      return token === TOKEN ? { person: ADA, subjectId: REQUEST_ID } : null;
    },
    log: { info: record('info'), warn: record('warn'), error: record('error') },
    now: () => NOW,
  };
  return host;
}

export interface PageServer {
  origin: string;
  app: FastifyInstance;
  /** The page's address for a token. */
  page(token?: string): string;
  /** Opens the page and reads the hidden nonce. */
  nonce(): Promise<string>;
  /** Sends a form with its button, or with `step`; lists become repeated fields, and an empty list none. */
  post(fields: Record<string, string | string[]>, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** A real Fastify on a free port, with the routes mounted under `/api` as in the product. */
export async function aPageServer(host: ChannelHost, limits: Partial<Limits> = {}): Promise<PageServer> {
  const app = Fastify();
  const callLimits = createCallLimits({ ...DEFAULT_LIMITS, ...limits });
  await app.register(
    emailKind(callLimits, SMTP).routes(() => null, host),
    { prefix: '/api' },
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = (token = TOKEN): string => `${origin}/api/flow/external-response?token=${token}`;

  async function nonce(): Promise<string> {
    const markup = await (await fetch(page())).text();
    return /name="nonce" value="([^"]+)"/.exec(markup)![1]!;
  }

  function post(fields: Record<string, string | string[]>, headers: Record<string, string> = {}): Promise<Response> {
    const pressed = { step: 'answer', ...fields };
    const pairs = Object.entries(pressed).flatMap(([name, value]) =>
      [value].flat().map((each) => [name, each] as [string, string]),
    );
    const body = new URLSearchParams([['token', TOKEN], ...pairs.filter(([name]) => name !== 'token')]);
    if (fields['token'] !== undefined) body.set('token', String(fields['token']));
    return fetch(`${origin}/api/flow/external-response`, { method: 'POST', body, headers, redirect: 'manual' });
  }

  return { origin, app, page, nonce, post, close: () => app.close() };
}

/** One spec of every variable type, as authors write them. */
export const EVERY_TYPE: VariableSpec[] = [
  {
    name: 'title',
    type: 'text',
    label: 'Title',
    description: 'What happened, in a few words.',
    required: true,
    placeholder: 'Printer on fire',
  },
  { name: 'reference', type: 'string', label: 'Reference', validation: { min: 3, max: 20 } },
  { name: 'story', type: 'textarea', label: 'What happened', required: true },
  { name: 'steps', type: 'multiline', label: 'Steps taken so far' },
  {
    name: 'severity',
    type: 'select',
    label: 'Severity',
    required: true,
    options: [
      { value: 'low', label: 'Low', description: 'Nobody is kept from working.', icon: '🟢' },
      { value: 'high', label: 'High', description: 'A team is kept from working.', icon: '🟠' },
      { value: 'fatal', label: 'Fatal', disabled: true, description: 'Call the duty officer instead.' },
    ],
  },
  {
    name: 'site',
    type: 'select',
    label: 'Site',
    variant: 'dropdown',
    options: [
      {
        label: 'Europe',
        options: [
          { value: 'par', label: 'Paris' },
          { value: 'lon', label: 'London' },
        ],
      },
      { label: 'America', options: [{ value: 'nyc', label: 'New York', disabled: true }] },
    ],
  },
  {
    name: 'affected',
    type: 'multiselect',
    label: 'What is affected',
    options: [
      {
        label: 'Machines',
        options: [
          { value: 'printer', label: 'Printers' },
          { value: 'server', label: 'Servers' },
        ],
      },
      { label: 'People', options: [{ value: 'staff', label: 'Staff' }] },
    ],
  },
  { name: 'cost', type: 'number', label: 'Estimated cost', validation: { min: 0, max: 10_000 } },
  { name: 'injured', type: 'boolean', label: 'Was anybody hurt?', required: true },
  { name: 'day', type: 'date', label: 'Day', validation: { min: '2026-01-01', max: '2026-12-31' } },
  { name: 'photos', type: 'file', label: 'Photos' },
  { name: 'reporter', type: 'user', label: 'Who saw it first' },
  { name: 'witnesses', type: 'multiuser', label: 'Witnesses' },
  { name: 'team', type: 'group', label: 'Responsible team' },
  { name: 'informed', type: 'multigroup', label: 'Teams to inform' },
  { name: 'mood', type: 'range', label: 'How bad does it feel?', validation: { min: 1, max: 5 } },
  { name: 'started', type: 'datetime', label: 'When it started' },
  { name: 'noticed', type: 'time', label: 'Time of day it was noticed' },
  { name: 'causes', type: 'hierarchy', label: 'Causes' },
  { name: 'pin', type: 'password', label: 'PIN of the safe' },
  {
    name: 'damage',
    type: 'table',
    label: 'Damage',
    columns: [
      { name: 'item', label: 'Item', type: 'text', required: true },
      { name: 'price', label: 'Price', type: 'number', required: true },
      { name: 'insured', label: 'Insured', type: 'boolean' },
      { name: 'bought', label: 'Bought', type: 'date' },
    ],
  },
  { name: 'origin', type: 'hidden', value: 'sensor-7' },
];

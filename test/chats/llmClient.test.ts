import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { NOTICES } from '../../contract/notices.ts';
import type { LlmConfig } from '../../server/foundation/config.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import { createLlmClient, LLM_LIMITS, type LlmAnswer, type LlmOrder } from '../../server/chats/llmClient.ts';
import { LlmError } from '../../server/chats/llmError.ts';
import {
  DONE,
  event,
  KEY,
  piece,
  refuses,
  says,
  speaks,
  startLlmEndpoint,
  streams,
  USAGE,
  type Behaviour,
  type LlmEndpoint,
} from '../support/llmEndpoint.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const TURNS: LlmOrder = { turns: [{ role: 'user', content: 'Hi' }] };

describe('The client of language models', () => {
  let endpoint: LlmEndpoint;
  before(async () => {
    endpoint = await startLlmEndpoint();
  });
  after(() => endpoint.close());
  beforeEach(() => endpoint.behave(says('Hello')));

  async function ask(
    order: Partial<LlmOrder> = {},
    { llm = endpoint.config, limits = {}, onText, signal = new AbortController().signal }: AskOptions = {},
  ): Promise<LlmAnswer> {
    const kept = { ...LLM_LIMITS, ...limits };
    const client = createLlmClient(llm, createPlatformFetch({}, kept.exchangeMs), () => NOW, kept);
    return client.ask({ ...TURNS, ...order }, { signal, onText });
  }
  interface AskOptions {
    llm?: LlmConfig | null;
    limits?: Partial<typeof LLM_LIMITS>;
    onText?(piece: string): void;
    signal?: AbortSignal;
  }

  async function failureOf(behaviour: Behaviour, options: AskOptions = {}): Promise<LlmError> {
    endpoint.behave(behaviour);
    try {
      await ask({}, options);
    } catch (error) {
      expect(error).to.be.instanceOf(LlmError);
      expect(String((error as Error).stack)).to.not.include(KEY);
      return error as LlmError;
    }
    throw new Error('it answered');
  }

  it('returns the whole answer, and each piece of it as it comes', async () => {
    const pieces: string[] = [];
    endpoint.behave(says('Olé', ', ', 'Ada 👋'));
    const answer = await ask({}, { onText: (text) => pieces.push(text) });
    expect(pieces).to.deep.equal(['Olé', ', ', 'Ada 👋']);
    expect(answer).to.deep.equal({
      text: 'Olé, Ada 👋',
      model: 'small-2026',
      isComplete: true,
      usage: { inputTokens: 12, outputTokens: 3 },
    });
  });

  it('leaves out what PostgreSQL cannot store', async () => {
    const pieces: string[] = [];
    endpoint.behave(says('a\0b', '\0', 'c'));
    expect(await ask({}, { onText: (text) => pieces.push(text) })).to.include({ text: 'abc' });
    expect(pieces).to.deep.equal(['ab', 'c']);
  });

  it('follows the protocol, and sends the given options and nothing else', async () => {
    await ask({ model: 'large', temperature: 0, maxTokens: 7 });
    await ask();
    const [full, plain] = endpoint.asked.slice(-2);
    expect(full!.path).to.equal('/v1/chat/completions');
    expect(full!.headers.authorization).to.equal(`Bearer ${KEY}`);
    const common = { messages: TURNS.turns, stream: true, stream_options: { include_usage: true } };
    expect(full!.body).to.deep.equal({ ...common, model: 'large', temperature: 0, max_tokens: 7 });
    expect(plain!.body).to.deep.equal({ ...common, model: 'small' });
  });

  it('sends no key where none is configured', async () => {
    const { code } = await failureOf(says('x'), { llm: { ...endpoint.config, apiKey: null } });
    expect(code).to.equal('llm_refused');
    expect(endpoint.asked.at(-1)!.headers).to.not.have.property('authorization');
  });

  it('understands an answer however the network splits it', async () => {
    const all = Buffer.from([piece('Ä👋'), piece('b', 'stop'), DONE].join(''));
    const drip = async (response: ServerResponse) => {
      for (const byte of all) await new Promise((resolve) => response.write(Buffer.from([byte]), resolve));
      response.end();
    };
    endpoint.behave((response) => void drip(streams(response)));
    expect((await ask()).text).to.equal('Ä👋b');
  });

  it('accepts an endpoint that sends less, and skips unknown fields', async () => {
    endpoint.behave(
      (response) =>
        void streams(response).end(
          `: thinking\n\n${event({ choices: [{ delta: { role: 'assistant', reasoning_content: 'hm' } }] })}${event({
            choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }],
          })}`,
        ),
    );
    expect(await ask()).to.deep.equal({ text: 'Hi', model: 'small', isComplete: true, usage: null });
  });

  it('reports when the model had to stop', async () => {
    endpoint.behave((response) => void streams(response).end(piece('Half', 'length') + USAGE + DONE));
    expect(await ask()).to.include({ text: 'Half', isComplete: false });
  });

  it('does not wait for a connection that stays open after the end', async () => {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const asked = ask();
    (await begun).write(piece('Hi', 'stop') + DONE);
    expect((await asked).text).to.equal('Hi');
  });

  it('fails without an endpoint, and says what is missing', async () => {
    const { code, message } = await failureOf(says('x'), { llm: null });
    expect(code).to.equal('llm_not_configured');
    expect(message).to.include('LLM_BASE_URL').and.include('LLM_MODEL');
  });

  const ends =
    (...parts: string[]): Behaviour =>
    (response) =>
      void streams(response).end(parts.join(''));
  const FAILURES: [string, Behaviour, string, AskOptions?][] = [
    ['a wrong key', refuses(401, { message: `Incorrect API key: ${KEY}` }), 'llm_refused'],
    ['a forbidden model', refuses(403, {}), 'llm_refused'],
    ['an unknown model', refuses(404, { message: 'no such model' }), 'llm_not_found'],
    ['too many requests', refuses(429, {}), 'llm_busy'],
    ['an endpoint that is down', refuses(503, {}), 'llm_unavailable'],
    ['a redirect', refuses(307, {}, { location: 'https://elsewhere.example' }), 'llm_rejected'],
    ['an unreadable body', (response) => void response.writeHead(400).end('<html>'), 'llm_rejected'],
    ['a conversation that is too long', refuses(400, { code: 'context_length_exceeded' }), 'llm_too_long'],
    ['a request that is too large', refuses(413, {}), 'llm_too_long'],
    ['an endless answer', says('x'.repeat(60), 'y'.repeat(60)), 'llm_too_long', { limits: { characters: 100 } }],
    ['a broken connection', (response) => void streams(response).write(piece('Hi'), () => response.destroy()), 'llm_broken_stream'],
    ['a stream that ends before the answer', ends(piece('Hi')), 'llm_broken_stream'],
    ['a body that is not JSON', ends('data: {"choices"\n\n'), 'llm_broken_stream'],
    ['another protocol', ends(event({ choices: 'none' })), 'llm_broken_stream'],
    ['an endless event', ends(`data: ${'x'.repeat(2000)}`), 'llm_broken_stream', { limits: { eventCharacters: 1000 } }],
    ['a page instead of a stream', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'llm_broken_stream'],
    ['an error in the middle', ends(piece('Hi'), event({ error: { message: 'overloaded' } })), 'llm_unavailable'],
    ['a filtered answer', ends(piece('Hi', 'content_filter'), DONE), 'llm_filtered'],
    ['an empty answer', ends(piece(' ', 'stop'), DONE), 'llm_empty'],
    ['silence before the answer', () => {}, 'llm_timeout', { limits: { silenceMs: 30 } }],
    ['silence in the middle', (response) => void streams(response).write(piece('Hi')), 'llm_timeout', { limits: { silenceMs: 30 } }],
    ['an answer that takes too long', (response) => void streams(response).write(piece('Hi')), 'llm_timeout', { limits: { exchangeMs: 30 } }],
    ['nobody there', says('x'), 'llm_unreachable', { llm: { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', apiKey: KEY } }],
  ]; // oxfmt-ignore
  for (const [what, behaviour, code, options] of FAILURES)
    it(`fails for ${what}`, async () => {
      expect((await failureOf(behaviour, options)).code).to.equal(code);
    });

  it('fails for every defined reason', () => {
    const elsewhere = ['llm_not_configured', 'llm_cancelled', 'llm_rejected_saying'];
    const reasons = Object.keys(NOTICES).filter((id) => id.startsWith('llm_') && !elsewhere.includes(id));
    expect(new Set(FAILURES.map(([, , code]) => code))).to.deep.equal(new Set(reasons));
  });

  it('reports how long a busy endpoint wants to be left alone', async () => {
    const { message, notice } = await failureOf(refuses(429, {}, { 'retry-after': '17' }));
    expect(message).to.include('17 s');
    expect(notice).to.deep.equal({ id: 'llm_busy', values: { seconds: 17 } });
    const until = { 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' };
    expect((await failureOf(refuses(429, {}, until))).message, 'a date').to.include('30 s');
    expect((await failureOf(refuses(429, {}, { 'retry-after': 'soon' }))).message).to.match(/used up\.$/);
  });

  it('reports why a request was rejected, but never the key', async () => {
    const { message, notice } = await failureOf(refuses(400, { message: `No "temperature" with ${KEY}.` }));
    expect(notice.id).to.equal('llm_rejected_saying');
    expect(message).to.match(/status 400: “No "temperature" with …”\.$/);
  });

  it('stops at once when told to', async () => {
    const { behaviour, begun } = speaks();
    const abort = new AbortController();
    const failing = failureOf(behaviour, { signal: abort.signal });
    const response = await begun;
    const closed = new Promise((resolve) => response.once('close', resolve));
    abort.abort();
    expect((await failing).code).to.equal('llm_cancelled');
    await closed;
  });
});

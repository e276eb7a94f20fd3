import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { ClientConfig } from '../../contract/client.ts';
import { noticeInEnglish, type Saying } from '../../contract/notices.ts';
import { deleteAnswer } from '../../server/chats/assistantAnswerStore.ts';
import { newId } from '../../server/foundation/newId.ts';
import { useStage } from '../scenarios/support.ts';
import { DONE, KEY, piece, refuses, says, speaks, streams, type Behaviour } from '../support/llmEndpoint.ts';
import { until } from '../support/until.ts';
import { ASSISTED, log, logOf, make, said, useAssistants, write } from './conversation.ts';

describe('The assistant of a chat', () => {
  const lines: string[] = [];
  const { stage, endpoint, listenAs } = useAssistants({
    config: { logLevel: 'trace' },
    logTo: { write: (line: string) => void lines.push(line) },
  });
  const turns = () => endpoint().asked.at(-1)!.body.messages;

  it('belongs to the chat, and is absent unless somebody asked for it', async () => {
    const chat = await make(stage.tim, ASSISTED);
    expect(chat.assistant).to.deep.equal({ enabled: true, instructions: 'Be brief.' });
    expect((await stage.tim.call<Chat>('GET', `/chats/${chat.id}`)).body.assistant).to.deep.equal(chat.assistant);
    const changed = await stage.tim.call<Chat>('PUT', `/chats/${chat.id}`, { name: 'Quiet', users: [] });
    expect(changed.body.assistant).to.deep.equal({ enabled: false, instructions: '' });
    const asked = endpoint().asked.length;
    expect((await write(stage.tim, chat.id, 'Hi')).answerId).to.equal(null);
    expect(endpoint().asked).to.have.length(asked);
    const { features } = (await stage.tim.call<ClientConfig>('GET', '/client-config')).body;
    expect(features.assistant).to.equal(true);
  });

  it('streams its answer to the person who asked, without direction characters, then stores it whole', async () => {
    const { behaviour, begun } = speaks();
    endpoint().behave(behaviour);
    const [tim, alan] = [await listenAs('tim'), await listenAs('alan')];
    const chat = await make(stage.tim, { ...ASSISTED, instructions: 'You help.' });
    const { answerId } = await write(stage.tim, chat.id, 'How are you?');
    const response = await begun;
    const heard = () =>
      tim
        .of('message_delta')
        .map(({ text }) => text)
        .join('');
    response.write(piece('Fi\u202ene, '));
    await until(() => heard() === 'Fine, ');
    expect(said(await log(stage.tim, chat.id)), 'nothing is stored by halves').to.deep.equal([
      ['user', 'How are you?'],
    ]);
    const long = 'thanks 👋 '.repeat(300);
    response.write(piece(long));
    await until(() => heard() === `Fine, ${long}`);
    response.end(piece('!', 'stop') + DONE);
    await until(() => tim.of('message_added').length === 2);

    let length = 0;
    for (const { chatId, messageId, offset, text } of tim.of('message_delta')) {
      expect({ chatId, messageId, offset }).to.deep.equal({ chatId: chat.id, messageId: answerId, offset: length });
      length += text.length;
    }
    const stored = (await log(stage.tim, chat.id)).at(-1)!;
    expect(stored).to.include({ id: answerId, role: 'ai', content: `Fine, ${long}!`, executionId: null });
    expect(turns()).to.deep.equal([
      { role: 'system', content: 'You help.\n\nBe brief.' },
      { role: 'user', content: 'How are you?' },
    ]);
    expect(alan.events.filter(({ event }) => event !== 'heartbeat')).to.deep.equal([]);
  });

  it("knows what was said before, in this person's log", async () => {
    const chat = await make(stage.tim, { name: 'Help', assistant: { enabled: true } });
    await write(stage.tim, chat.id, 'One');
    await logOf(stage.tim, chat.id, 2);
    await write(stage.alan, chat.id, 'Of somebody else');
    await logOf(stage.alan, chat.id, 2);
    await write(stage.tim, chat.id, 'Two');
    await logOf(stage.tim, chat.id, 4);
    expect(turns()).to.deep.equal([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Two' },
    ]);
  });

  it('answers one message at a time; those written meanwhile are answered together', async () => {
    const first = speaks();
    endpoint().behave(first.behaviour);
    const asked = endpoint().asked.length;
    const chat = await make(stage.tim, ASSISTED);
    const one = await write(stage.tim, chat.id, 'One');
    const response = await first.begun;
    const later = await Promise.all(['Two', 'Three'].map((content) => write(stage.tim, chat.id, content)));
    expect(one.answerId).to.be.a('string');
    expect(later.map(({ answerId }) => answerId)).to.deep.equal([null, null]);
    const elsewhere = await write(stage.alan, chat.id, 'Me too');
    expect(elsewhere.answerId, 'another log').to.be.a('string');
    endpoint().behave(says('To both'));
    response.end(piece('To one', 'stop') + DONE);
    const messages = await logOf(stage.tim, chat.id, 5);
    expect(messages[0]!.content).to.equal('One');
    expect(messages[1]).to.include({ id: one.answerId, content: 'To one' });
    expect(messages.slice(2, 4).map(({ content }) => content)).to.have.members(['Two', 'Three']);
    expect(messages[4]).to.include({ role: 'ai', content: 'To both' });
    const own = endpoint()
      .asked.slice(asked)
      .filter(({ body }) => body.messages.some(({ content }) => content === 'One'));
    expect(own, 'two answers').to.have.length(2);
    expect((await write(stage.tim, chat.id, 'Four')).answerId, 'free again').to.be.a('string');
    await logOf(stage.tim, chat.id, 7);
  });

  const held: Behaviour = (response) =>
    void streams(response).end(piece('Half of') + piece(null, 'content_filter') + DONE);
  const failures: [string, Behaviour, RegExp][] = [
    ['a wrong key', refuses(401, { message: `Incorrect API key: ${KEY}` }), /LLM_API_KEY/],
    ['a busy endpoint', refuses(429, {}, { 'retry-after': '12' }), /asks to wait 12 s/],
    ['a response that is not a stream', (response) => void response.writeHead(200).end('Hi'), /broke off/],
    ['a filtered answer', held, /content rules/],
    ['an endpoint that is down', refuses(500, {}), /not working/],
  ];
  for (const [what, behaviour, text] of failures)
    it(`says in the chat why there is no answer: ${what}`, async () => {
      endpoint().behave(behaviour);
      const stream = await listenAs('tim');
      const chat = await make(stage.tim, ASSISTED);
      const { answerId } = await write(stage.tim, chat.id, 'Hi');
      const [, failure] = await logOf(stage.tim, chat.id, 2);
      expect(failure).to.include({ id: answerId, role: 'system' });
      expect(failure!.content)
        .to.match(text)
        .and.equal(noticeInEnglish(failure!.notice as Saying))
        .and.not.include('Half of')
        .and.not.include(KEY);
      await until(() => stream.of('message_added').length > 0);
      endpoint().behave(says('Better'));
      await write(stage.tim, chat.id, 'And now?');
      expect((await logOf(stage.tim, chat.id, 4)).at(-1)).to.include({ role: 'ai', content: 'Better' });
      expect(
        turns().map(({ role }) => role),
        'the failure is not shown to the model',
      ).to.not.include('assistant');
    });

  it('keeps an answer that takes long, and drops one that another server has given up', async () => {
    const { behaviour, begun } = speaks();
    endpoint().behave(behaviour);
    const chat = await make(stage.tim, ASSISTED);
    const { answerId } = await write(stage.tim, chat.id, 'Slowly, please');
    const response = await begun;
    for (let n = 0; n < 6; n++) await stage.after(10_000);
    expect(await log(stage.tim, chat.id)).to.have.length(1);
    const answers = () => stage.services.ground.reader('chat_answers').where({ chat_id: chat.id });
    const [row] = await answers();
    expect(row.due_at).to.be.above(stage.now());
    const answer = { chatId: chat.id, logId: null, person: row.person, messageId: answerId!, dueAt: row.due_at };
    await stage.services.ground.units.run(({ trx }) => deleteAnswer(trx, answer));
    response.end(piece('Too late', 'stop') + DONE);
    endpoint().behave(says('Yes'));
    await write(stage.tim, chat.id, 'Still there?');
    await until(async () => (await answers()).length === 0);
    expect(JSON.stringify(await log(stage.tim, chat.id))).to.not.include('Too late');
  });

  it('ends an answer that a dead server had started', async () => {
    const chat = await make(stage.tim, ASSISTED);
    const { id: person } = (await stage.tim.call<{ id: string }>('GET', '/me')).body;
    const messageId = newId(stage.now());
    await stage.services.ground.units.run(async ({ trx }) => {
      await trx('chat_answers').insert({
        chat_id: chat.id,
        person,
        message_id: messageId,
        due_at: stage.now() + 20_000,
      });
    });
    expect((await write(stage.tim, chat.id, 'Hello?')).answerId, 'somebody may be at it').to.equal(null);
    await stage.after(10_000);
    expect(await log(stage.tim, chat.id)).to.have.length(1);
    await stage.after(11_000);
    const interrupted = (await log(stage.tim, chat.id)).find(({ id }) => id === messageId);
    expect(interrupted!.content).to.include('Write again');
    expect(interrupted!.notice).to.deep.equal({ id: 'serverStopped', values: {} });
    expect((await logOf(stage.tim, chat.id, 3)).at(-1), 'to "Hello?"').to.include({ role: 'ai', content: 'Hello' });
    expect((await write(stage.tim, chat.id, 'Again')).answerId).to.be.a('string');
    expect((await logOf(stage.tim, chat.id, 5)).at(-1)).to.include({ role: 'ai', content: 'Hello' });
  });

  it('leaves no key and no text in the log', () => {
    const all = lines.join('');
    expect(all).to.include('LLM_API_KEY');
    for (const secret of [KEY, 'How are you?', 'Fine, ']) expect(all).to.not.include(secret);
  });
});

describe('The assistant of a chat without a language model', () => {
  const stage = useStage();

  it('says what is missing', async () => {
    const { features } = (await stage.tim.call<ClientConfig>('GET', '/client-config')).body;
    expect(features.assistant).to.equal(false);
    const chat = await make(stage.tim, ASSISTED);
    const { answerId } = await write(stage.tim, chat.id, 'Hi');
    const [, missing] = await logOf(stage.tim, chat.id, 2);
    expect(missing).to.include({ id: answerId, role: 'system' });
    expect(missing!.content).to.include('LLM_BASE_URL').and.include('LLM_MODEL');
    expect(missing!.notice).to.deep.equal({ id: 'llm_not_configured', values: {} });
  });
});

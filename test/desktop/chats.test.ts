import { expect } from 'chai';
import type { Chat, ChatMessage } from '../../contract/chats.ts';
import { joinTyped, type Typed } from '../../desktop/renderer/api/typing.ts';
import { changedFields, chatSpecs, toChatBody, withoutAddress } from '../../desktop/renderer/chats/chatForm.ts';
import { joined } from '../../desktop/renderer/api/joinedLog.ts';
import { timelineOf } from '../../desktop/renderer/chats/timeline.ts';
import { flow, notification } from './support/samples.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
const said = (id: string, minute: number): ChatMessage => ({
  id,
  role: 'user',
  content: id,
  at: at(minute),
  executionId: null,
});
const asked = (id: string, minute: number, chatId: string | null = 'chat') =>
  notification({ id, chatId, createdAt: at(minute) });
const OWN = { chatId: 'chat', logId: null };
const ids = (entries: { id: string }[]): string[] => entries.map(({ id }) => id);

describe('desktop/renderer/chats: the contents of a chat', () => {
  it('are messages and questions, oldest first, of this chat alone', () => {
    const entries = timelineOf(
      OWN,
      [said('third', 3), said('first', 1)],
      [asked('fourth', 4), asked('second', 2), asked('elsewhere', 2, 'other'), asked('nowhere', 2, null)],
      false,
    );
    expect(ids(entries)).to.deep.equal(['first', 'second', 'third', 'fourth']);
    const ofLog = [notification({ id: 'quiz', chatId: 'chat', logId: 'log', createdAt: at(2) }), asked('own', 3)];
    expect(ids(timelineOf(OWN, [], ofLog, false))).to.deep.equal(['own']);
    expect(ids(timelineOf({ chatId: 'chat', logId: 'log' }, [], ofLog, false))).to.deep.equal(['quiz']);
  });

  it('show what a flow said before what it asked at the same moment', () => {
    expect(ids(timelineOf(OWN, [said('said', 1)], [asked('asked', 1)], false))).to.deep.equal(['said', 'asked']);
  });

  it('keep the order of the log while a clock is set back', () => {
    const log = [said('after', 2), said('ahead', 9), said('before', 1)];
    const entries = timelineOf(OWN, log, [], false);
    expect(ids(entries)).to.deep.equal(['before', 'ahead', 'after']);
    expect(entries.at(-1)!.at, 'pages scroll by it').to.equal(at(9));
  });

  it('are joined in the order of the log, whatever its times', () => {
    const log = (...messages: ChatMessage[]) => ({ items: messages, nextCursor: null });
    const [first, ahead, after, sent] = [said('first', 1), said('ahead', 9), said('after', 2), said('sent', 3)];
    expect(ids(joined(log(after, ahead), log(first)).items)).to.deep.equal(['after', 'ahead', 'first']);
    expect(ids(joined(log(after, ahead, first), log(ahead, first)).items)).to.deep.equal(['after', 'ahead', 'first']);
    expect(ids(joined(log(after), log(ahead, first)).items)).to.deep.equal(['after', 'ahead', 'first']);
    expect(ids(joined(log(after, ahead), log(sent, after, ahead)).items)).to.deep.equal(['sent', 'after', 'ahead']);
  });

  it('hold back questions that are older than the oldest loaded message', () => {
    const log = [said('new', 9), said('old', 5)];
    expect(ids(timelineOf(OWN, log, [asked('early', 2), asked('late', 7)], true))).to.deep.equal([
      'old',
      'late',
      'new',
    ]);
    expect(ids(timelineOf(OWN, log, [asked('early', 2)], false))[0]).to.equal('early');
  });
});

const CHAT: Chat = {
  id: 'chat',
  name: 'Office',
  instructions: 'Be brief.',
  flowId: 'gone',
  isFlowRetired: false,
  users: ['grace@sandbox.test'],
  assistant: { enabled: true, instructions: 'Kind.' },
  version: 2,
  createdBy: 'ada',
  updatedAt: at(0),
  retiredAt: null,
  may: { use: true, assign: true, change: true },
};

describe('desktop/renderer/chats: the form of a chat', () => {
  const text = (id: string): string => id;

  it("shows a chat's settings, including a deleted flow", () => {
    const specs = chatSpecs(CHAT, [flow], true, text);
    expect(Object.fromEntries(specs.map(({ name, default: value }) => [name, value]))).to.deep.equal({
      name: 'Office',
      instructions: 'Be brief.',
      flowId: 'gone',
      assistant: true,
      assistantInstructions: 'Kind.',
      users: ['grace@sandbox.test'],
    });
    expect(specs[2]!.options).to.deep.include({ value: 'gone' });
    expect(chatSpecs(null, [flow], true, text)[2]!.options).to.have.length(1);
  });

  it('says if no assistant is available', () => {
    const hint = (hasModel: boolean) => chatSpecs(null, [], hasModel, text).find(({ name }) => name === 'assistant')!;
    expect(hint(true).description).to.equal('chat.assistantHint');
    expect(hint(false).description).to.equal('chat.assistantMissing');
  });

  it("sends people's addresses, and the version that is changed", () => {
    const grace = { id: 'grace@sandbox.test', displayName: 'grace@sandbox.test', email: null };
    const tim = { id: 'guid', displayName: 'Tim', email: 'tim@sandbox.test' };
    const filled = { name: 'New', assistant: true, assistantInstructions: 'Kinder.' };
    expect(toChatBody({ ...filled, users: [grace, tim, 'alan@sandbox.test'] }, CHAT)).to.deep.equal({
      name: 'New',
      instructions: '',
      flowId: null,
      users: ['grace@sandbox.test', 'tim@sandbox.test', 'alan@sandbox.test'],
      assistant: { enabled: true, instructions: 'Kinder.' },
      version: 2,
    });
    expect(toChatBody({ name: 'New' }, null)).to.deep.equal({
      name: 'New',
      instructions: '',
      flowId: null,
      users: [],
      assistant: { enabled: false, instructions: '' },
    });
  });

  it('describes how two versions differ', () => {
    const other = { ...CHAT, version: 3, updatedAt: at(9), assistant: { ...CHAT.assistant, instructions: 'Strict.' } };
    expect(changedFields(CHAT, other)).to.deep.equal(['assistantInstructions']);
    expect(changedFields(CHAT, { ...other, users: [], flowId: null, assistant: CHAT.assistant })).to.deep.equal([
      'flowId',
      'users',
    ]);
    expect(changedFields(CHAT, { ...CHAT, version: 3 })).to.deep.equal([]);
  });

  it('names people whom it cannot add', () => {
    expect(withoutAddress([{ id: 'guid', displayName: 'Nobody', email: null }, 'a@b.test'])).to.deep.equal(['Nobody']);
    expect(withoutAddress(undefined)).to.deep.equal([]);
  });
});

describe("desktop/renderer/chats: an assistant's message while it streams", () => {
  const hear = (...pieces: [messageId: string, offset: number, text: string][]): Typed | undefined =>
    pieces.reduce<Typed | undefined>(
      (known, [messageId, offset, words]) =>
        joinTyped(known, { chatId: 'chat', logId: null, messageId, offset, text: words }),
      undefined,
    );

  it('grows piece by piece, and starts again with the next message', () => {
    expect(hear(['a', 0, 'Tea '], ['a', 4, 'is hot'])).to.deep.equal({ messageId: 'a', text: 'Tea is hot' });
    expect(hear(['a', 0, 'Tea '], ['b', 0, 'No'])).to.deep.equal({ messageId: 'b', text: 'No' });
  });

  it('never shows a gap, and no piece twice', () => {
    expect(hear(['a', 0, 'Tea '], ['a', 7, 'hot'])).to.deep.equal({ messageId: 'a', text: 'Tea ' });
    expect(hear(['a', 0, 'Tea '], ['a', 0, 'Tea '])).to.deep.equal({ messageId: 'a', text: 'Tea ' });
    expect(hear(['a', 9, 'late'])).to.deep.equal({ messageId: 'a', text: '' });
  });
});

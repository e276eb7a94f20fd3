import { inspect } from 'node:util';
import { expect } from 'chai';
import { withoutTurns } from '../../contract/cleanText.ts';
import { NOTICES } from '../../contract/notices.ts';
import { newestMessages, type StoredMessage } from '../../server/chats/chatStore.ts';
import { until } from '../support/until.ts';
import type { Call } from './talkEndpoint.ts';
import { nameOf, type Place, type Sent, type World } from './talkWorld.ts';

const CALM = { isTight: false, hasComment: false, isCrLf: false, cutEvery: 100_000 };

/** Nothing fails any more, the model answers everything, and time passes until nothing is being written. */
export async function settle(world: World): Promise<void> {
  world.fault = null;
  world.areSignalsLost = false;
  for (const server of world.servers) {
    server.mortal.dieIn(Infinity, false);
    server.isFrozen = false;
  }
  await world.tick();
  for (const message of world.sent)
    if (message.state === 'unknown' && message.key !== null) await world.send(world.servers[0]!, message);
  await until(async () => {
    const open = world.calls.filter((call) => call.isOpen);
    for (const call of open) {
      call.say('Well.', CALM);
      call.end('stop', CALM);
    }
    await world.pass(3000);
    await world.tick();
    return open.length === 0 && world.unitsUnderWay === 0 && (await world.db('chat_answers')).length === 0;
  });
  await Promise.all(world.servers.map(({ assistant }) => assistant.stop()));
}

export async function expectLogs(world: World): Promise<void> {
  for (const place of world.places()) {
    const log = await newestMessages(world.db, { ...world.keyOf(place), limit: 10_000 });
    const sent = world.sent.filter((each) => nameOf(each.place) === nameOf(place));
    expectMessages(log.reverse(), sent);
    expectAnswers(world, place, log);
    for (const message of sent) expectAnswered(world, log, message);
  }
  const all = new Set(
    (await world.db('chat_messages')).map(({ log_id, chat_id, person }) => [log_id, chat_id, person]),
  );
  const known = await Promise.all(
    world.places().map((place) => newestMessages(world.db, { ...world.keyOf(place), limit: 10_000 })),
  );
  expect(all.size, 'in no other log').to.equal(known.flat().length);
  expect(inspect(world.reported, { depth: 8 })).to.not.match(/says m|#\d+ |Ein Wort/);
}

/** What people wrote is there once, in the order in which it was acknowledged. */
function expectMessages(log: StoredMessage[], sent: Sent[]): void {
  const said = log.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(said).to.have.length(new Set(said).size);
  const there = (message: Sent) => said.indexOf(message.content);
  for (const message of sent) {
    if (message.state === 'acknowledged') expect(there(message), message.content).to.be.at.least(0);
    if (message.state === 'refused') expect(there(message), message.content).to.equal(-1);
    for (const other of sent)
      if (message.state === 'acknowledged' && other.state === 'acknowledged' && message.ended < other.begun)
        expect(there(message), `${message.content} before ${other.content}`).to.be.below(there(other));
  }
  expect(sent.map(({ content }) => content)).to.include.members(said);
}

/** Every answer belongs to this log, is the beginning of what its model said, and was streamed as it is. */
function expectAnswers(world: World, place: Place, log: StoredMessage[]): void {
  const asked = world.calls.filter(({ turns }) => turns.some(({ content }) => content.includes(nameOf(place))));
  for (const { turns } of asked)
    for (const { role, content } of turns)
      if (role === 'user') expect(content.replaceAll(nameOf(place), '')).to.not.include('<');
  const answers = log.filter(({ role, executionId }) => role === 'ai' && executionId === null);
  const numbers = answers.map(({ content }) => Number(/^#(\d+) /.exec(content)![1]));
  expect(numbers, 'each once').to.have.length(new Set(numbers).size);
  for (const [n, { id, content }] of answers.entries()) {
    const call = asked.find(({ number }) => number === numbers[n]);
    const [stored, said] = [withoutTurns(content), withoutTurns(call!.said)];
    expect(said.startsWith(stored), `${stored} of ${said}`).to.equal(true);
    expect(stored.startsWith(world.streamed.get(id) ?? ''), `${stored} was streamed`).to.equal(true);
    expect(call!.ending, 'never shown').to.not.equal('filter');
    if (stored !== said || call!.ending === 'length')
      expect(
        log.some((each) => each.role === 'system' && each.id > id),
        'says why',
      ).to.equal(true);
  }
  const living = asked.filter((call) => !call.isLost());
  expect(living.length).to.be.at.most(log.filter(({ role }) => role === 'user').length);
}

const saw = ({ turns }: Call, content: string): boolean => turns.some((turn) => turn.content.includes(content));

/** Whether the words of a call are in the log, or why it has none; its server may have died afterwards. */
function wasStored({ sent }: World, log: StoredMessage[], call: Call): boolean {
  if (log.some(({ content }) => content.startsWith(`#${call.number} `))) return true;
  const answerIds = log
    .filter(({ role, content }) => role === 'user' && saw(call, content))
    .map((message) => sent.find(({ content }) => content === message.content)?.posted?.answerId ?? null);
  const answer = log.find(({ id }) => id === answerIds.findLast((id) => id !== null));
  return answer !== undefined && answer.content !== NOTICES.serverStopped();
}

/** Each message that the assistant had to answer has its answer, or a reason why there is none. */
function expectAnswered(world: World, log: StoredMessage[], { state, posted, isAssisted, content, place }: Sent): void {
  if (state !== 'acknowledged') return;
  const { answerId, message } = posted!;
  const there = log.filter(({ id }) => id === answerId);
  if (answerId !== null) {
    expect(there, `the answer to ${content}`).to.have.length(1);
    expect(there[0]!.role).to.not.equal('user');
  } else if (isAssisted) {
    const isSeen = world.calls.some((call) => saw(call, content) && (!call.isLost() || wasStored(world, log, call)));
    const isLater = log.some(({ id, role, executionId }) => role !== 'user' && executionId === null && id > message.id);
    const wasSwitchedOff = world.sent.findIndex((each) => each.content === content) < world.changed[place.chat]!;
    expect(isSeen || isLater || wasSwitchedOff, `${content} is answered`).to.equal(true);
  }
}

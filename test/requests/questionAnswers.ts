import { expect } from 'chai';
import type { Answered, GivenAnswer } from '../../contract/conversation.ts';
import { SOURCES } from '../../contract/payload.ts';
import { hashToken } from '../../server/messages/deliveries/tokens.ts';
import type { AnAnswer } from './questionCommands.ts';
import { PEOPLE } from './questionServers.ts';
import { orLost, type World } from './questionWorld.ts';

const kindOf = (answered: Answered): string => (answered.kind === 'refused' ? answered.id : answered.kind);

/** Somebody answers, and is told what the rules say and what is stored. */
export async function giveAnswer(world: World, command: AnAnswer): Promise<void> {
  const given = givenBy(world, command);
  if (!given) return;
  const expected = await expectedOf(world, given, command.isValid);
  const { answered, isRepeated } = await bring(world, given, command.server);
  if (isRepeated && command.via === 'chat') expected.push('link_unusable'); // the token may be used up, and no more
  expect(kindOf(answered), 'the result of an answer').to.be.oneOf(expected);
  await expectTrue(world, given, answered);
}

/** Several people answer at the same moment. */
export async function giveAtOnce(world: World, commands: AnAnswer[]): Promise<void> {
  const all = commands.flatMap((command) => {
    const given = givenBy(world, command);
    return given ? [{ given, place: command.server }] : [];
  });
  const results = await Promise.all(all.map(({ given, place }) => bring(world, given, place)));
  for (const [n, { given }] of all.entries()) await expectStored(world, given, results[n]!.answered);
}

/** Null if the person has no such token, or cannot answer there because the channel is switched off. */
function givenBy(
  world: World,
  { question, person, via, token: which, isValid, isRetry }: AnAnswer,
): GivenAnswer | null {
  const requestId = world.ids[question];
  const responder = PEOPLE[person]!;
  const fit = world.platform.tokens.filter((each) => {
    const isOwn = each.person === responder.id && each.subjectId === requestId;
    return each.channel === via && isOwn === (which !== 'foreign');
  });
  const token = which === 'oldest' ? fit[0] : fit.at(-1);
  if (requestId === undefined || (via !== 'web' && !(token && world.isOn(via)))) return null;
  const place = `${requestId}/${responder.id}`;
  const submissionId = (isRetry && world.keys.get(place)) || world.newName('key');
  world.keys.set(place, submissionId);
  const form = { why: isValid ? 'It is broken' : 'No' };
  const source = { ...SOURCES.web, channel: via, verifiedBy: via };
  const read: GivenAnswer['read'] = ({ inputType }) => ({
    values: inputType === 'form' ? form : { value: isValid ? 'approved' : 'perhaps' },
  });
  return { requestId, responder, source, submissionId, read, ...(via !== 'web' && { token: token!.token }) };
}

/** A client whose call has no reply, because the server died or does not know, sends it to the other one. */
async function bring(
  world: World,
  given: GivenAnswer,
  place: number,
): Promise<{ answered: Answered; isRepeated: boolean }> {
  const one = world.at(place);
  const answered = await Promise.race([orLost(one.conversation.answer(given)), one.death]);
  await one.idle();
  if (answered) return { answered, isRepeated: false };
  const other = world.at(1 - place);
  other.dieIn(Infinity, true);
  other.loseIn(Infinity, true);
  return { answered: await other.conversation.answer(given), isRepeated: true };
}

/** The results that behaviour 3.2, 5.2 and 7 allow, from the rows alone. */
async function expectedOf(
  world: World,
  { requestId, responder, source, token: text, submissionId }: GivenAnswer,
  isValid: boolean,
): Promise<string[]> {
  const request = (await world.request(requestId))!;
  if (!request) return [text ? 'link_unusable' : 'not_found'];
  const own = await world.response(requestId, responder.id);
  const asked = await world.table('notifications').where({ subject_id: requestId, person: responder.id }).first();
  const token =
    text &&
    (await world
      .table('tokens')
      .where({ hash: hashToken(text) })
      .first());
  const isUsed = token && (token.used_at !== null || token.expires_at <= world.now);
  const isProven = source.channel !== 'mail';
  if (text && (!token || token.request_id !== requestId)) return ['link_unusable', 'already_decided'];
  if (!asked || (token && token.person !== responder.id)) return ['not_assignee'];
  if (own?.submission_id === submissionId) return ['recorded'];
  if (own) return [token && token.used_at !== null && !isProven ? 'link_unusable' : 'already_decided'];
  if (isUsed) return [world.isOver(request) && isProven ? 'already_decided' : 'link_unusable'];
  if (world.isOver(request)) return ['already_decided'];
  return [isValid ? 'recorded' : 'invalid'];
}

/** What was acknowledged is stored. */
async function expectStored(world: World, { requestId, responder, submissionId }: GivenAnswer, answered: Answered) {
  const own = await world.response(requestId, responder.id);
  if (answered.kind === 'recorded') expect(own?.submission_id, 'acknowledged').to.equal(submissionId);
}

/** What the person was told is what is stored, unless somebody else has answered since. */
async function expectTrue(world: World, given: GivenAnswer, answered: Answered): Promise<void> {
  await expectStored(world, given, answered);
  if (answered.kind !== 'already_decided') return;
  const { status } = (await world.request(given.requestId))!;
  const own = await world.response(given.requestId, given.responder.id);
  const open = own ? 'answered' : 'timed_out';
  expect(answered.outcome.status, 'told').to.equal(status === 'waiting' ? open : status);
}

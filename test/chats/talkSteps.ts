import fc from 'fast-check';
import { appendMessages } from '../../server/chats/chatStore.ts';
import { newId } from '../../server/foundation/newId.ts';
import { nameOf, PEOPLE, type Place, type Server, type World } from './talkWorld.ts';
import type { Ending, Style } from './talkEndpoint.ts';

const which = fc.nat({ max: 1 });
const place = fc.record({ chat: which, person: which, attempt: fc.nat({ max: 2 }) });
const style: fc.Arbitrary<Style> = fc.record({
  isTight: fc.boolean(),
  hasComment: fc.boolean(),
  isCrLf: fc.boolean(),
  cutEvery: fc.constantFrom(1, 2, 3, 7, 100_000),
});
const words = fc.constantFrom(
  'Yes. ',
  'Ein Wort, 一句话 👋\r\n',
  '\u202eback',
  '[DONE]',
  ' data: x\n\n',
  'x'.repeat(2500),
);
const ending = fc.constantFrom<Ending>('stop', 'done', 'length', 'early', 'lost', 'filter', 'error', 401, 429, 500);

/** What happens in a conversation. */
export const STEP = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write'), place, server: which, times: fc.integer({ min: 1, max: 3 }), hasKey: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say'), call: fc.nat(), words, style }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('end'), call: fc.nat(), ending, style }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again'), message: fc.nat(), server: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop'), place, server: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1000, 3000, 11_000, 31_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die'), server: which, units: fc.nat({ max: 3 }), isLastStored: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('halt'), server: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze'), server: which, isFrozen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fault'), when: fc.constantFrom('before', 'after') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose'), isLost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change'), chat: which, isAssisted: fc.boolean(), isOpen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('attempt'), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flow'), place }) },
); // oxfmt-ignore
export type Step = typeof STEP extends fc.Arbitrary<infer Each> ? Each : never;
type Of<Name extends string> = Extract<Step, { do: Name }>;

/** The person's newest attempt up to this one. */
function known(world: World, { chat, person, attempt }: Place): Place {
  const all = world.places().filter((each) => each.chat === chat && each.person === person && each.attempt <= attempt);
  return all.at(-1)!;
}

const write = (world: World, { place: wanted, server, times, hasKey }: Of<'write'>): Promise<unknown> => {
  const at = known(world, wanted);
  return Promise.all(
    Array.from({ length: times }, () => {
      const n = world.sent.length;
      const content = `${nameOf(at)} says m${n}.`;
      const message = { place: at, content, key: hasKey ? `key-${n}` : null, posted: null, isAssisted: false };
      world.sent.push({ ...message, state: 'under_way', begun: 0, ended: 0 });
      return world.send(world.servers[server]!, world.sent[n]!);
    }),
  );
};

/** A flow that a person started earlier says something in their log. */
const flow = ({ servers, keyOf, ...world }: World, at: Place): Promise<unknown> => {
  const { mortal, now } = servers[0]!;
  const message = { ...keyOf.call(world as World, at), id: newId(now()), at: now(), executionId: 'flow' };
  const say = mortal.units.run(({ trx }) =>
    appendMessages(trx, [{ ...message, role: 'ai', content: 'A flow speaks.' }]),
  );
  return Promise.race([say, mortal.death]);
};

async function stop(world: World, server: Server, at: Place): Promise<void> {
  const { chatId, person, logId } = world.keyOf(at);
  const row = await world
    .db('chat_answers')
    .where({ chat_id: chatId, person, log_id: logId ?? '' })
    .first();
  const log = await world.open(server, at).catch(() => null);
  if (row && log) await server.logs.stop(log, row.message_id as string);
}

async function halt(world: World, n: number): Promise<void> {
  const { assistant, mortal } = world.servers[n]!;
  await Promise.race([assistant.stop(), mortal.death]);
  world.servers[n] = world.start(n === 0 ? 0 : 31_000);
}

export async function perform(world: World, step: Step): Promise<void> {
  const open = world.calls.filter((call) => call.isOpen);
  const call = 'call' in step ? open[step.call % open.length] : undefined;
  const doing: { [Name in Step['do']]: (step: Of<Name>) => unknown } = {
    write: (each) => write(world, each),
    say: (each) => call?.say(each.words, each.style),
    end: (each) => call?.end(each.ending, each.style),
    again(each) {
      const some = world.sent.filter(({ key }) => key !== null);
      return some.length > 0 && world.send(world.servers[each.server]!, some[each.message % some.length]!);
    },
    stop: (each) => stop(world, world.servers[each.server]!, known(world, each.place)),
    pass: (each) => world.pass(each.ms).then(() => world.tick()),
    die: (each) => world.servers[each.server]!.mortal.dieIn(each.units, each.isLastStored),
    halt: (each) => halt(world, each.server),
    freeze({ server, isFrozen }) {
      const each = world.servers[server]!;
      each.isFrozen = isFrozen;
      each.wasFrozen ||= isFrozen;
    },
    back: () => void (world.clocks.wall -= 3_600_000),
    fault: (each) => void (world.fault = each.when as 'before'),
    lose: (each) => void (world.areSignalsLost = each.isLost),
    change: (each) => world.change(each.chat, each.isAssisted, each.isOpen ? PEOPLE : PEOPLE.slice(0, 1)),
    attempt: (each) => world.attempt({ ...each.place, attempt: 2 }),
    flow: (each) => flow(world, known(world, each.place)),
  };
  await (doing[step.do] as (step: Step) => unknown)(step);
  await world.pass(5);
}

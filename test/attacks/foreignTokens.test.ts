import { expect } from 'chai';
import { ROUTES } from '../../contract/routes.ts';
import { NAMES, submitOf } from '../bot/teams/teamsStage.ts';
import type { Key } from '../contracts/driver.ts';
import { useEverything, type Everything } from '../contracts/everything.ts';
import { assign, makeChat, user } from '../assignments/support.ts';
import { eventually } from '../support/product.ts';

const CHANNELS = ['email', 'teams', 'slack'] as const;
type Channel = (typeof CHANNELS)[number];
const PEOPLE: readonly Key[] = ['grace', 'alan', 'tim'];

/** A subject about which a person was notified on all channels, with the token of each copy. */
interface Subject {
  name: string;
  owner: Key;
  isQuestion: boolean;
  /** Of the request, or of the assignment. */
  id: string;
  tokens: Record<Channel, string>;
  /** The payload of each chat's button. */
  card: Record<string, unknown>;
  button: { ts: string; actionId: string; value: Record<string, unknown> };
}

/** A token that was sent to a person about a subject. */
interface Held {
  of: Subject;
  channel: Channel;
  token: string;
}

/** Uses a token for a subject, as a person. */
type Use = (subject: Subject, by: Key, token: string) => Promise<void>;

/** Everything exists twice, so that a token for one can be tried on the other. */
describe('a token issued for something else (behaviour 5.2)', function () {
  this.timeout(120_000);
  const stage: Everything = useEverything({}, PEOPLE);
  const subjects: Subject[] = [];
  let held: Held[] = [];

  before(async () => {
    const question = async (name: string, owner: Key) => {
      const human = { inputType: 'approval', prompt: `About ${name}?`, assignees: { users: [NAMES[owner]] } };
      return stage.ask({ ...human, channels: [...CHANNELS] });
    };
    const assignment = async (name: string, owner: Key) => {
      const chat = await makeChat(stage.radia, { name: `About ${name}?` });
      const { sending } = await assign(stage.radia, chat, { principals: [user(NAMES[owner])], allowRejection: true });
      return (await stage.services.ground.reader('assignments').where({ sending_id: sending.id }).first('id')).id;
    };
    const made: [string, Key, boolean][] = [
      ['one', 'grace', true],
      ['two', 'grace', true],
      ['three', 'alan', true],
      ['four', 'grace', false],
      ['five', 'alan', false],
    ];
    for (const [name, owner, isQuestion] of made) {
      const id: string = await (isQuestion ? question : assignment)(name, owner);
      for (let round = 0; round < 3; round++) await stage.settle();
      subjects.push({ name, owner, isQuestion, id, ...(await copiesOf(name, owner)) });
    }
    held = subjects.flatMap((of) => CHANNELS.map((channel) => ({ of, channel, token: of.tokens[channel] })));
    expect(new Set(held.map(({ token }) => token)).size).to.equal(subjects.length * CHANNELS.length);
  });

  async function copiesOf(name: string, owner: Key): Promise<Pick<Subject, 'tokens' | 'card' | 'button'>> {
    const words = `About ${name}?`;
    const isAbout = (value: unknown) => JSON.stringify(value).includes(words);
    const mail = await stage.product.sandbox.mail.waitFor(
      ({ to, subject, text }) => to[0]!.address === NAMES[owner] && (subject + text).includes(words),
    );
    const said = await eventually(async () => stage.shown(owner).find(({ card }) => card !== null && isAbout(card)));
    const message = await eventually(async () => messagesOf(owner).find(isAbout));
    const element = message.blocks
      .flatMap(({ elements = [] }) => elements)
      .find(({ action_id: id }) => /^(answer|act):0$/.test(id ?? ''))!;
    const value = JSON.parse(element.value!) as Record<string, unknown>;
    const card = submitOf(said.card);
    return {
      tokens: {
        email: /token=([0-9a-f]{64})/.exec(mail.text)![1]!,
        teams: card['token']!,
        slack: String(value['t']),
      },
      card,
      button: { ts: message.ts, actionId: element.action_id!, value },
    };
  }

  const messagesOf = (key: Key) => stage.slack.workspace.desk(stage.slack.member(key).userId).messages;

  /** For each route that takes a token: how a person uses it for a subject. */
  const TAKERS: Record<
    string,
    Partial<Record<Channel, (subject: Subject, by: Key, token: string) => Promise<void>>>
  > = {
    'GET /flow/external-response': {
      async email(_subject, _by, token) {
        await fetch(`${stage.product.url}/api/flow/external-response?token=${token}`);
      },
    },
    'POST /flow/external-response': {
      async email({ isQuestion, id }, _by, token) {
        const fields: Record<string, string> = isQuestion
          ? { f_value: 'approved', step: 'answer', requestId: id }
          : { action: 'complete', subjectId: id };
        const body = new URLSearchParams({ token, ...fields });
        await fetch(`${stage.product.url}/api/flow/external-response`, { method: 'POST', body });
      },
    },
    'POST /messages': {
      async teams({ card }, by, token) {
        const { status } = await stage.call(stage.activity(by, { value: { ...card, token } }));
        expect(status).to.equal(200);
      },
    },
    'POST /slack/events': {
      async slack({ button }, by, token) {
        const { workspace, interactions, member } = stage.slack;
        const person = member(by);
        const value = JSON.stringify({ ...button.value, t: token });
        const element = { type: 'button', action_id: button.actionId, value, text: { type: 'plain_text', text: 'Do' } };
        const blocks = [{ type: 'actions', block_id: 'pressed', elements: [element] }];
        const before = JSON.stringify(messagesOf(by).map(({ text, blocks: shown }) => [text, shown]));
        workspace.putMessage(person.userId, {
          ...messagesOf(by)[0]!,
          channel: person.channel,
          ts: button.ts,
          blocks,
        } as never);
        const put = JSON.stringify(messagesOf(by).map(({ text, blocks: shown }) => [text, shown]));
        stage.advance(1000); // a press is identified by its time
        await interactions.press(person, { ts: button.ts, blockId: 'pressed', actionId: button.actionId });
        await eventually(async () => {
          const now = JSON.stringify(messagesOf(by).map(({ text, blocks: shown }) => [text, shown]));
          return now !== before && now !== put ? true : undefined;
        });
      },
    },
  };

  /** Everything that was done to any of them. */
  async function actions(): Promise<string[]> {
    const { reader } = stage.services.ground;
    const answers = await reader('responses').select('request_id', 'person', 'channel');
    const over = await reader('assignments').where({ is_over: 1 }).pluck('id');
    const nameOf = (id: string) => subjects.find((subject) => subject.id === id)!.name;
    return [...answers.map(({ request_id: id }) => nameOf(id)), ...over.map(nameOf)].sort();
  }

  it('is tried on every route that takes a token', () => {
    const takers = ROUTES.filter(({ access }) => access === 'tokenHolder' || access === 'platform');
    expect(Object.keys(TAKERS).sort()).to.deep.equal(takers.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('is neither a bearer token nor anything else that a route accepts', async () => {
    const found: string[] = [];
    for (const { method, path, access } of ROUTES) {
      if (['anyone', 'docsReader', 'tokenHolder'].includes(access)) continue;
      for (const { of, channel, token } of held) {
        const to = path.replace(':id', of.id).replace(/:\w+|\*/g, 'x');
        const isOfTeams = path === '/messages'; // its library parses the body before it verifies the sender
        const response = await fetch(`${stage.product.url}/api${to}?token=${token}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            cookie: `token=${token}`,
            'x-token': token,
            ...(isOfTeams && { 'content-type': 'application/json' }),
          },
          ...(isOfTeams && { body: JSON.stringify(stage.activity(of.owner, { value: of.card })) }),
        });
        await response.body?.cancel();
        if (response.status !== 401) found.push(`${method} ${path} with ${channel}: ${response.status}`);
      }
    }
    expect(found).to.deep.equal([]);
  });

  for (const [route, channels] of Object.entries(TAKERS))
    for (const [channel, use] of Object.entries(channels) as [Channel, Use][])
      it(`does nothing at ${route}, for any person and any subject`, async () => {
        let tries = 0;
        for (const subject of subjects)
          for (const by of PEOPLE)
            for (const each of held) {
              // anyone who reads a person's mail can answer it: there the token alone identifies person and subject
              const isOwn = channel === 'email' ? each.channel === channel : each.token === subject.tokens[channel];
              if (isOwn && (channel === 'email' || by === subject.owner)) continue;
              await use(subject, by, each.token);
              tries++;
            }
        expect(tries).to.be.above(100);
        expect(await actions()).to.deep.equal([]);
      });

  it('still works for its own purpose throughout', async () => {
    const good: [string, Channel, string][] = [
      ['POST /messages', 'teams', 'one'],
      ['POST /slack/events', 'slack', 'two'],
      ['POST /flow/external-response', 'email', 'three'],
      ['POST /messages', 'teams', 'four'],
      ['POST /slack/events', 'slack', 'five'],
    ];
    for (const [route, channel, name] of good) {
      const subject = subjects.find((each) => each.name === name)!;
      await TAKERS[route]![channel]!(subject, subject.owner, subject.tokens[channel]);
      await eventually(async () => ((await actions()).includes(name) ? true : undefined));
    }
    expect(await actions()).to.deep.equal(subjects.map(({ name }) => name).sort());
  });
});

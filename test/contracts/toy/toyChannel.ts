import { z } from 'zod';
import type { Capabilities, ChannelHost, ChannelKind, OpenChannel, Posting } from '../../../contract/channel.ts';
import { wordsOf } from '../../../contract/english.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Source } from '../../../contract/payload.ts';
import type { Person } from '../../../contract/people.ts';
import { ProblemError } from '../../../contract/problem.ts';
import { VARIABLE_TYPES } from '../../../contract/variables.ts';

/** The source of its answers, which no table of the product knows. */
export const TOY_SOURCE: Source = { channel: 'toy', verifiedBy: 'toy_password', note: 'Submitted with the toy' };

/** A copy on one person's shelf. */
export interface ToyCopy {
  id: string;
  personId: string;
  message: Message;
  token: string | null;
}

/** Holds the toys: this channel's platform. */
export interface Shelf {
  copies: Map<string, ToyCopy>;
  /** The settings of each creation. */
  madeWith: unknown[];
}

export const emptyShelf = (): Shelf => ({ copies: new Map(), madeWith: [] });

const ToySettings = z.strictObject({
  enabled: z.boolean().optional(),
  password: z.string().min(4).optional(),
});

const ToyAnswer = z.strictObject({
  personId: z.string(),
  requestId: z.string(),
  token: z.string(),
  pressId: z.string(),
  values: z.record(z.string(), z.unknown()),
  comment: z.string().optional(),
});

const ToyAction = z.strictObject({
  personId: z.string(),
  subjectId: z.string(),
  actionId: z.string(),
  token: z.string(),
});

/** A fifth kind of channel, built from this one folder: a person takes a toy from a shelf and answers on it. */
export const toyKind = (shelf: Shelf): ChannelKind<typeof ToySettings, OpenToy> => ({
  name: 'toy',
  displayName: 'Toy shelf',
  canRewrite: true,
  tokenPolicy: 'before_answer',
  settingsSchema: ToySettings,
  secrets: ['password'],
  needs: ['password'],
  capabilities: () =>
    Object.fromEntries(VARIABLE_TYPES.map((type) => [type, type === 'hidden' ? 'omitted' : 'native'])) as Capabilities,
  open({ enabled, password }) {
    if (!enabled || !password) return null;
    shelf.madeWith.push({ enabled, password });
    return openToy(shelf, password);
  },
  routes: (opened, host) => async (app) => {
    app.addHook('onRequest', async ({ headers }) => {
      const toy = opened();
      if (!toy) throw new ProblemError('not_found', 'There is no shelf.');
      if (headers['x-toy-password'] !== toy.password)
        throw new ProblemError('unauthenticated', 'Only the shelf may call here.');
    });
    app.post('/toy/answer', async (request) => {
      host.log.info({}, 'somebody answers on a toy');
      return take(host, ToyAnswer.parse(request.body));
    });
    app.post('/toy/act', async (request) => {
      const { personId, ...given } = ToyAction.parse(request.body);
      return host.act({ ...given, person: await personOf(host, personId) });
    });
  },
});

interface OpenToy extends OpenChannel {
  password: string;
}

function openToy(shelf: Shelf, password: string): OpenToy {
  const put = (id: string, { recipient, message, token }: Posting) =>
    void shelf.copies.set(id, { id, personId: recipient.person.id, message, token });

  return {
    async post(posting) {
      const id = `toy-${shelf.copies.size + 1}`;
      put(id, posting);
      return { id };
    },
    rewrite: async ({ id = '' }, posting) => put(id, posting),
    async sendTest() {},
    password,
  };
}

/** The state of the request after an answer, or why it was refused. */
async function take(host: ChannelHost, { personId, requestId, token, pressId, ...given }: z.infer<typeof ToyAnswer>) {
  const responder = await personOf(host, personId);
  const read = () => given;
  const answered = await host.answer({ requestId, responder, token, submissionId: pressId, source: TOY_SOURCE, read });
  return answered.kind === 'invalid' ? wordsOf(answered.checks) : answered;
}

async function personOf(host: ChannelHost, id: string): Promise<Person> {
  const person = await host.personByObjectId(id);
  if (!person) throw new ProblemError('not_found', 'The directory knows nobody of this id.');
  return person;
}

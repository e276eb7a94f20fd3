import { z } from 'zod';
import type {
  Channel,
  ChannelHost,
  ChannelKind,
  ChannelParts,
  OpenChannel,
  Posting,
} from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Source, Submitted } from '../../../contract/payload.ts';
import { ProblemError } from '../../../contract/problem.ts';
import { VARIABLE_TYPES } from '../../../contract/variables.ts';

/** How answers come through it: no table of the product knows of this. */
export const TOY_SOURCE: Source = { channel: 'toy', verifiedBy: 'toy_password', note: 'Submitted with the toy' };

/** What stands on the shelf of one person. */
export interface ToyCopy {
  id: string;
  personId: string;
  message: Message;
  token: string | null;
}

/** Where toys stand: the platform of this channel. */
export interface Shelf {
  copies: Map<string, ToyCopy>;
  /** What the channel was made with, each time. */
  madeWith: unknown[];
}

export const emptyShelf = (): Shelf => ({ copies: new Map(), madeWith: [] });

const ToySettings = z.strictObject({
  enabled: z.boolean().optional(),
  password: z.string().min(4, { error: 'A toy password is longer.' }).optional(),
});

const ToyAnswer = z.strictObject({
  personId: z.string(),
  requestId: z.string(),
  token: z.string(),
  pressId: z.string(),
  submitted: z.custom<Submitted>(),
});

/** A fifth kind of channel, from this one folder: a person takes a toy from a shelf and answers on it. */
export const toyKind = (shelf: Shelf): ChannelKind => ({
  name: 'toy',
  displayName: 'Toy shelf',
  settingsSchema: ToySettings,
  create(settings, parts) {
    const { enabled, password } = settings as z.infer<typeof ToySettings>;
    if (!enabled || !password) return null;
    shelf.madeWith.push(settings);
    return createToyChannel(shelf, password, parts);
  },
});

function createToyChannel(shelf: Shelf, password: string, parts: ChannelParts): OpenChannel {
  const put = (id: string, { recipient, message, token }: Posting) =>
    void shelf.copies.set(id, { id, personId: recipient.person.id, message, token });
  const capabilities = Object.fromEntries(
    VARIABLE_TYPES.map((type) => [type, type === 'hidden' ? 'omitted' : 'native']),
  ) as Channel['capabilities'];

  return {
    name: 'toy',
    displayName: 'Toy shelf',
    capabilities,
    canRewrite: true,
    tokenPolicy: 'before_answer',
    async post(posting) {
      const id = `toy-${shelf.copies.size + 1}`;
      put(id, posting);
      return { id };
    },
    rewrite: async ({ id = '' }, posting) => put(id, posting),
    async sendTest() {},
    routes: (host) => async (app) => {
      app.post('/toy/answer', async (request) => {
        if (request.headers['x-toy-password'] !== password)
          throw new ProblemError('unauthenticated', 'Only the shelf may call here.');
        parts.log.info({}, 'somebody answers on a toy');
        return take(host, ToyAnswer.parse(request.body));
      });
    },
  };
}

/** The receipt, or how the request stands where it takes no answer any more. */
async function take(host: ChannelHost, { personId, requestId, token, pressId, submitted }: z.infer<typeof ToyAnswer>) {
  const responder = await host.personByObjectId(personId);
  if (!responder) throw new ProblemError('not_found', 'The directory knows nobody of this id.');
  try {
    await host.answer({ requestId, responder, submitted, token, submissionId: pressId, source: TOY_SOURCE });
  } catch (error) {
    const message = await host.message(requestId, responder);
    if (message?.kind !== 'outcome') throw error;
  }
  return host.message(requestId, responder);
}

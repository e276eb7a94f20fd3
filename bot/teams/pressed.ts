import { z } from 'zod';
import type { ChannelHost } from '../../contract/channel.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { takeAnswer, type Taken } from '../shared/takeAnswer.ts';
import { whenFailed } from '../shared/words.ts';
import type { Activity } from './activity.ts';
import { parseCard } from './parse.ts';
import { outcomeCard, questionCard, type Card } from './render.ts';

interface Parts {
  host: Pick<ChannelHost, 'answer' | 'publicUrl' | 'log'>;
  nativePickers: boolean;
}

/** What a card sends beside its fields. */
const Pressed = z.looseObject({
  verb: z.literal('answer'),
  requestId: z.string().min(1).max(200),
  token: z.string().min(1).max(200),
  isListed: z.literal(true).optional().catch(undefined),
});
type Pressed = z.infer<typeof Pressed>;

/**
 * What comes of a press: the card turns into another, or stays as it is and something is said beside it. `isListed`: it
 * was pressed in the list of what waits.
 */
export type Shown = { card: Card; isListed?: boolean } | { text: string };

/** Brings what somebody submitted on a card to its request. A repeat of the same activity comes to the same. */
export async function pressCard(
  { host, nativePickers }: Parts,
  person: Person,
  { value, id }: Activity,
): Promise<Shown> {
  const parsed = Pressed.safeParse(value);
  if (!parsed.success) return { text: whenFailed('not_found', host.publicUrl) };
  const pressed = parsed.data;
  const taken = await takeAnswer(host, {
    requestId: pressed.requestId,
    responder: person,
    source: SOURCES.teams,
    token: pressed.token,
    submissionId: id,
    read: (question) => ({ values: parseCard(question, pressed, { nativePickers }).values }),
  });
  return show(taken, pressed, nativePickers);
}

function show(taken: Taken, pressed: Pressed, nativePickers: boolean): Shown {
  const { isListed, token } = pressed;
  switch (taken.kind) {
    case 'recorded':
    case 'already_decided':
      return { card: outcomeCard(taken.outcome), isListed };
    case 'invalid': {
      const { question, fields } = taken;
      const { redo } = parseCard(question, pressed, { nativePickers });
      return { card: questionCard(question, { token, redo: { ...redo, fields }, nativePickers }), isListed };
    }
    case 'refused':
      return { text: whenFailed(taken.code, taken.webUrl) };
  }
}

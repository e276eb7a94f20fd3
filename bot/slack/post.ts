import { z } from 'zod';
import { PostFailed, type Address, type Log, type Posting } from '../../contract/channel.ts';
import { postFailure } from '../../contract/postFailures.ts';
import type { Message } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import { speechFor, type Speech } from '../../contract/speech.ts';
import { isGone, toPostFailed, type SlackClient } from './callSlack.ts';
import type { SlackMessage } from './limits.ts';
import type { Account, People } from './people.ts';
import { DELIVERY_EVENT, noticeMessage, outcomeMessage, questionMessage } from './render.ts';

interface Parts {
  client: SlackClient;
  people: Pick<People, 'find' | 'meet'>;
  nativePickers: boolean;
  log: Log;
  now(): number;
}

/** How many of the newest messages to search for an existing copy. */
const LOOK_BACK = 100;

interface ToMessage {
  message: Message;
  /** The delivery's id, stored in the message to find it again. */
  deliveryId?: string;
  token: string | null;
  speech: Speech;
}

/** Renders any message. */
export function toMessage({ message, deliveryId, token, speech }: ToMessage, nativePickers: boolean): SlackMessage {
  if (message.kind === 'outcome') return outcomeMessage(message, { deliveryId, speech });
  if (message.kind === 'notice') return noticeMessage(message, { deliveryId, token, speech });
  return questionMessage(message, { deliveryId, token, nativePickers, speech });
}

/** Renders a message in a locale. */
type Draw = (locale: string | undefined) => SlackMessage;

const OurMetadata = z.object({
  event_type: z.literal(DELIVERY_EVENT),
  event_payload: z.object({ delivery_id: z.string() }),
});

const QUIET = { unfurl_links: false, unfurl_media: false } as const;

/** Posts and updates messages. Failures are thrown as `PostFailed`; the caller retries. */
export function createPost({ client, people, nativePickers, log, now }: Parts) {
  /** Finds an existing copy of this delivery, from an earlier attempt whose response was lost. */
  async function findCopy({ channelId }: Account, deliveryId: string): Promise<string | null> {
    try {
      const look = { channel: channelId, limit: LOOK_BACK, include_all_metadata: true };
      const { messages = [] } = await client.conversations.history(look);
      const copy = messages.find(
        ({ metadata }) => OurMetadata.safeParse(metadata).data?.event_payload.delivery_id === deliveryId,
      );
      return copy?.ts ?? null;
    } catch (error) {
      log.warn({ err: error }, 'Slack does not say whether a message has arrived; it may arrive twice');
      return null;
    }
  }

  async function send(account: Account, draw: Draw, repeats: string | null): Promise<Address> {
    const { channelId: channel, locale } = account;
    const message = draw(locale);
    const ts = repeats === null ? null : await findCopy(account, repeats);
    if (ts !== null) await client.chat.update({ channel, ts, ...message });
    const sent = ts ?? (await client.chat.postMessage({ channel, ...message, ...QUIET })).ts!;
    return { channel, ts: sent, ...(locale !== undefined && { locale }) };
  }

  /** Posts to a person; looks them up again if their known account is gone. */
  async function bring(person: Person, draw: Draw, repeats: string | null): Promise<Address> {
    const known = await people.find(person);
    if (!known) return send(await people.meet(person, client), draw, repeats);
    try {
      return await send(known, draw, repeats);
    } catch (error) {
      if (!isGone(error)) throw error;
      const met = await people.meet(person, client);
      if (met.userId === known.userId && met.channelId === known.channelId) throw error;
      return send(met, draw, repeats);
    }
  }

  const explained = <T>(work: Promise<T>, { displayName }: Person): Promise<T> =>
    work.catch((error: unknown) => {
      throw toPostFailed(error, displayName, now());
    });

  return {
    post({ recipient: { person }, ...posting }: Posting): Promise<Address> {
      const repeats = posting.isRepeated === false ? null : posting.deliveryId;
      const draw: Draw = (locale) =>
        toMessage({ ...posting, speech: speechFor(locale, person.language) }, nativePickers);
      return explained(bring(person, draw, repeats), person);
    },

    async rewrite({ channel, ts, locale }: Address, { recipient: { person }, ...posting }: Posting): Promise<void> {
      if (!channel || !ts) throw new PostFailed(postFailure('slackPlaceUnknown'), null);
      const update = {
        channel,
        ts,
        ...toMessage({ ...posting, speech: speechFor(locale, person.language) }, nativePickers),
      };
      await explained(client.chat.update(update), person);
    },
  };
}

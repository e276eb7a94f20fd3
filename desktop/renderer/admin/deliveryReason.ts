import type { DeliveryEntry } from '../../../contract/settings.ts';
import { channelName } from '../channelName.ts';
import type { Text, TextId } from '../text.ts';

/**
 * Why a message could not be delivered, in the person's language; old entries and unknown reasons of newer servers stay
 * in English.
 */
export function deliveryReason(
  { error, errorSaid }: Pick<DeliveryEntry, 'error' | 'errorSaid'>,
  text: Text,
): { words: string; isOwn: boolean } | null {
  if (error === null) return null;
  if (!errorSaid) return { words: error, isOwn: false };
  const own = `admin.deliveries.reason.${errorSaid.id}`;
  const { channel } = errorSaid.values;
  const named = typeof channel === 'string' && { channel: channelName(channel, text) };
  const words = text(own as TextId, { ...errorSaid.values, ...named });
  return words === own ? { words: error, isOwn: false } : { words, isOwn: true };
}

import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import type { EventData } from '../../../contract/events.ts';
import type { LogPlace } from './logPlace.ts';

/** The text an assistant is writing, as far as it was received. */
export interface Typed {
  messageId: string;
  text: string;
}

const typedKey = ({ chatId, logId }: LogPlace) => ['typed', logId ?? chatId];

/** Appends a piece at its offset. If a piece is missing, the text stops growing; the stored message will replace it. */
export function joinTyped(known: Typed | undefined, { messageId, offset, text }: EventData<'message_delta'>): Typed {
  const heard = known?.messageId === messageId ? known.text : '';
  return { messageId, text: offset === heard.length ? heard + text : heard };
}

export const hearTyped = (queries: QueryClient, piece: EventData<'message_delta'>): void =>
  void queries.setQueryData<Typed>(typedKey(piece), (known) => joinTyped(known, piece));

/** Registers an announced answer; its first pieces may have arrived before. */
export const expectTyped = (queries: QueryClient, place: LogPlace, messageId: string): void =>
  void queries.setQueryData<Typed>(typedKey(place), (known) =>
    known?.messageId === messageId ? known : { messageId, text: '' },
  );

/** The text being written in a chat; null if there is none, or it is already stored in the log. */
export function useTyped(place: LogPlace, log: readonly { id: string }[]): Typed | null {
  const { data } = useQuery<Typed>({ queryKey: typedKey(place), queryFn: skipToken, staleTime: Infinity });
  return data && !log.some(({ id }) => id === data.messageId) ? data : null;
}

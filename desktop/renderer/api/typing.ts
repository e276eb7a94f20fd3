import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import type { EventData } from '../../../contract/events.ts';
import type { LogPlace } from './logPlace.ts';

/** What an assistant is writing, as far as it was heard. */
export interface Typed {
  messageId: string;
  text: string;
}

const typedKey = ({ chatId, logId }: LogPlace) => ['typed', logId ?? chatId];

/** Puts a piece where it belongs. Where one is missing the text stands still: the stored message will take its place. */
export function joinTyped(known: Typed | undefined, { messageId, offset, text }: EventData<'message_delta'>): Typed {
  const heard = known?.messageId === messageId ? known.text : '';
  return { messageId, text: offset === heard.length ? heard + text : heard };
}

export const hearTyped = (queries: QueryClient, piece: EventData<'message_delta'>): void =>
  void queries.setQueryData<Typed>(typedKey(piece), (known) => joinTyped(known, piece));

/** An answer was announced: it may have been heard before that. */
export const expectTyped = (queries: QueryClient, place: LogPlace, messageId: string): void =>
  void queries.setQueryData<Typed>(typedKey(place), (known) =>
    known?.messageId === messageId ? known : { messageId, text: '' },
  );

/** What is being written in a chat; null when nothing is, or when all of it stands in the log. */
export function useTyped(place: LogPlace, log: readonly { id: string }[]): Typed | null {
  const { data } = useQuery<Typed>({ queryKey: typedKey(place), queryFn: skipToken, staleTime: Infinity });
  return data && !log.some(({ id }) => id === data.messageId) ? data : null;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type {
  Assignment,
  AssignmentFilter,
  AssignmentNotification,
  BulkResult,
} from '../../../contract/assignments.ts';
import type { AssignBody, Assigned, AssignPreview, Occurrence, Sending } from '../../../contract/sendings.ts';
import type { Scope } from '../routes.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';
import { queryOf } from './queryOf.ts';

const pathOf = (id: string): string => `/assignments/${encodeURIComponent(id)}`;
const pathOfSending = (id: string): string => `/sendings/${encodeURIComponent(id)}`;

/** Which assignments a list shows; an absent part narrows nothing. */
export type AssignmentSearch = Partial<AssignmentFilter>;

const useList = <Item>(key: readonly unknown[], path: string, search: object, isSteady = false) =>
  usePages<Item>([...KEYS.assignments, ...key], path, search, isSteady);

/** @param isSteady what was found stays until the next is there, as somebody goes on typing */
export const useAssignments = (search: AssignmentSearch, isSteady = false) =>
  useList<Assignment>(['list'], '/assignments', search, isSteady);
export const useSendings = () => useList<Sending>(['sendings'], '/sendings', {});
export const useOccurrences = (id: string) =>
  useList<Occurrence>(['occurrences', id], `${pathOfSending(id)}/occurrences`, {});
export const useTold = (search: { scope?: Scope; unread?: boolean }) =>
  useList<AssignmentNotification>(['told'], '/assignments/notifications', search);

const useOne = <Body>(key: string, id: string, path: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.assignments, key, id],
    queryFn: ({ signal }) => api.get<Body>(path, signal),
  });
};
export const useAssignment = (id: string) => useOne<Assignment>('one', id, pathOf(id));
export const useSending = (id: string) => useOne<Sending>('sending', id, pathOfSending(id));

/** Sends something, after which all that is known of assignments is read again, also when it was refused. */
function useDeed<Input, Output>(deed: (input: Input, send: ReturnType<typeof useApi>['send']) => Promise<Output>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => deed(input, api.send),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: KEYS.chats });
      return queries.invalidateQueries({ queryKey: KEYS.assignments });
    },
  });
}

/** What somebody does about an assignment, as its assignee or its sender. */
export const useAct = (id: string) =>
  useDeed(({ action, body }: { action: string; body?: object }, send) =>
    send<Assignment>('POST', `${pathOf(id)}/${action}`, body),
  );

export const useBulkAct = () =>
  useDeed((body: { action: 'remind' | 'cancel'; ids: string[] }, send) =>
    send<BulkResult>('POST', '/assignments/bulk', body),
  );

/** One attempt to assign has one key, however often it is sent: the one before may have arrived. */
export const useAssign = () => {
  const key = useRef(crypto.randomUUID());
  return useDeed(async (body: AssignBody, send) => {
    try {
      const assigned = await send<Assigned>('POST', '/assignments', body, { 'idempotency-key': key.current });
      key.current = crypto.randomUUID();
      return assigned;
    } catch (error) {
      if ((error as { code?: string }).code === 'validation_failed') key.current = crypto.randomUUID();
      throw error;
    }
  });
};

export const useNewMembers = (id: string) =>
  useDeed((_: void, send) => send<Assigned>('POST', `${pathOfSending(id)}/new-members`));
export const useEndRecurrence = (id: string) =>
  useDeed((_: void, send) => send<Sending>('POST', `${pathOfSending(id)}/end`));
export const useCancelForAll = (id: string) =>
  useDeed((_: void, send) => send<Sending>('POST', `${pathOfSending(id)}/cancel`, {}));
export const useReadTold = () =>
  useDeed((id: string, send) => send<void>('PATCH', `/assignments/notifications/${encodeURIComponent(id)}/read`));
export const useReadAllTold = () =>
  useDeed((scope: Scope, send) => send<void>('POST', '/assignments/notifications/read', { scope }));

/** Whom assigning would reach; null: nobody is named yet. */
export const usePreview = (body: Pick<AssignBody, 'principals' | 'recurrence'> | null) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.assignments, 'preview', body],
    queryFn: () => api.send<AssignPreview>('POST', '/assignments/preview', body),
    enabled: body !== null,
    staleTime: 60_000,
    retry: false,
  });
};

/** The list as a file. */
export const useExport = () => {
  const api = useApi();
  return (search: AssignmentSearch): Promise<Blob> => api.download(`/assignments/export.csv?${queryOf(search)}`);
};

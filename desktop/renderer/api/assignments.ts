import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  MOST_IN_BULK,
  type Assignment,
  type AssignmentFilter,
  type AssignmentNotification,
  type BulkResult,
} from '../../../contract/assignments.ts';
import type { AssignBody, Assigned, AssignPreview, Occurrence, Sending } from '../../../contract/sendings.ts';
import type { Scope } from '../routes.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';
import { queryOf } from './queryOf.ts';

const pathOf = (id: string): string => `/assignments/${encodeURIComponent(id)}`;
const pathOfSending = (id: string): string => `/sendings/${encodeURIComponent(id)}`;

/** The filter of an assignment list; an absent part does not filter. */
export type AssignmentSearch = Partial<AssignmentFilter>;

const useList = <Item>(key: readonly unknown[], path: string, search: object, isSteady = false) =>
  usePages<Item>([...KEYS.assignments, ...key], path, search, isSteady);

/** @param isSteady keeps the previous results until the next arrive, while the person types */
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

/** Sends a change, then reloads all assignments, even if it was refused. */
function useAssignmentChange<Input, Output>(
  change: (input: Input, send: ReturnType<typeof useApi>['send']) => Promise<Output>,
) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input, api.send),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: KEYS.chats });
      return queries.invalidateQueries({ queryKey: KEYS.assignments });
    },
  });
}

/** An action on an assignment, by its assignee or sender. */
export const useAct = (id: string) =>
  useAssignmentChange(({ action, body }: { action: string; body?: object }, send) =>
    send<Assignment>('POST', `${pathOf(id)}/${action}`, body),
  );

interface BulkAction {
  action: 'remind' | 'cancel';
  ids: string[];
}

/** What came of an action on many assignments. `problem`: why a call failed; whether the rest is done is unknown. */
interface BulkOutcome extends BulkResult {
  problem: Error | null;
}

/** One action on any number of assignments, in as many calls as it takes. Fails only if the first call does. */
export const useBulkAct = () =>
  useAssignmentChange(async ({ action, ids }: BulkAction, send): Promise<BulkOutcome> => {
    const results: BulkResult['results'] = [];
    for (let from = 0; from < ids.length; from += MOST_IN_BULK) {
      const body = { action, ids: ids.slice(from, from + MOST_IN_BULK) };
      try {
        results.push(...(await send<BulkResult>('POST', '/assignments/bulk', body)).results);
      } catch (error) {
        if (from === 0) throw error;
        return { results, problem: error as Error };
      }
    }
    return { results, problem: null };
  });

/** An attempt to assign keeps its key when repeated, because an earlier call may have arrived. */
export const useAssign = () => {
  const key = useRef(crypto.randomUUID());
  return useAssignmentChange(async (body: AssignBody, send) => {
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
  useAssignmentChange((_: void, send) => send<Assigned>('POST', `${pathOfSending(id)}/new-members`));
export const useEndRecurrence = (id: string) =>
  useAssignmentChange((_: void, send) => send<Sending>('POST', `${pathOfSending(id)}/end`));
export const useCancelForAll = (id: string) =>
  useAssignmentChange((_: void, send) => send<Sending>('POST', `${pathOfSending(id)}/cancel`, {}));
export const useReadTold = () =>
  useAssignmentChange((id: string, send) =>
    send<void>('PATCH', `/assignments/notifications/${encodeURIComponent(id)}/read`),
  );
export const useReadAllTold = () =>
  useAssignmentChange((scope: Scope, send) => send<void>('POST', '/assignments/notifications/read', { scope }));

/** Whom the assignment would reach; null: nobody is named yet. */
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

/** Exports the list as a file. */
export const useExport = () => {
  const api = useApi();
  return (search: AssignmentSearch): Promise<Blob> => api.download(`/assignments/export.csv?${queryOf(search)}`);
};

import { useQuery } from '@tanstack/react-query';
import type { AssignmentCounts } from '../../../contract/assignments.ts';
import { KEYS, useApi } from './queries.ts';

/** The person's assignment counters. @param isWanted false: not loaded yet */
export const useAssignmentCounts = (isWanted = true) => {
  const api = useApi();
  return useQuery({
    enabled: isWanted,
    queryKey: [...KEYS.assignments, 'counts'],
    queryFn: ({ signal }) => api.get<AssignmentCounts>('/assignments/counts', signal),
  });
};

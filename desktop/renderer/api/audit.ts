import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuditChainState, AuditEntry, AuditFilter, AuditVerification } from '../../../contract/audit.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';
import { queryOf } from './queryOf.ts';

/** Audit rows; keeps the previous results until the next arrive. */
export const useAudit = (search: AuditFilter) => usePages<AuditEntry>([...KEYS.audit, 'rows'], '/audit', search, true);

export const useAuditChain = () => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.audit, 'chain'],
    queryFn: ({ signal }) => api.get<AuditChainState>('/audit/state', signal),
  });
};

/** Makes the server verify the newest part of the chain, which adds a row to the audit. */
export const useVerifyAudit = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send<AuditVerification>('POST', '/audit/verify'),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.audit }),
  });
};

/** Exports the rows as a file. */
export const useAuditExport = () => {
  const api = useApi();
  return (search: AuditFilter): Promise<Blob> => api.download(`/audit.csv?${queryOf(search)}`);
};

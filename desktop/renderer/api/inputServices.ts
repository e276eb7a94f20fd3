import { useMemo } from 'react';
import type { FileView } from '../../../contract/files.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { workOf } from '../../../contract/profileRules.ts';
import type { PrincipalReference } from '../../../contract/variables.ts';
import type { FoundPrincipal, InputServices } from '../inputs/services.ts';
import type { Api } from './client.ts';
import { useDocumentsConfig } from './features.ts';
import { createOwnDocuments } from './ownDocuments.ts';
import { useApi } from './queries.ts';

/**
 * The services that form controls need from the server. @param requestId null: the form belongs to no question and
 * accepts no files
 */
export function useApiInputServices(requestId: string | null): InputServices {
  const api = useApi();
  const documents = useDocumentsConfig();
  return useMemo(
    () => ({
      documents: documents && { ...documents, own: createOwnDocuments(api.askGraph) },
      findPeople: (text, signal) => search(api, 'users', text, signal),
      findGroups: (text, signal) => search(api, 'groups', text, signal),
      upload:
        requestId === null
          ? null
          : (variable, file, sending) => {
              const query = new URLSearchParams({ requestId, variable, name: file.name });
              return api.upload<FileView>(`/files?${query}`, file, sending);
            },
    }),
    [api, requestId, documents],
  );
}

type Found = PrincipalReference & Partial<Pick<DirectoryUser, 'jobTitle' | 'department' | 'isDisabled'>>;

async function search(
  api: Api,
  kind: 'users' | 'groups',
  text: string,
  signal: AbortSignal,
): Promise<FoundPrincipal[]> {
  const path = `/directory/${kind}?search=${encodeURIComponent(text)}`;
  const { items } = await api.get<{ items: Found[] }>(path, signal);
  return items.map(({ id, displayName, email, jobTitle = null, department = null, isDisabled = false }) => {
    const work = workOf({ jobTitle, department });
    return { id, displayName, email, isDisabled, ...(work !== null && { work }) };
  });
}

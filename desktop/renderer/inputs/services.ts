import { createContext, useContext } from 'react';
import type { FileView } from '../../../contract/files.ts';
import type { OwnDocuments } from './ownDocuments.ts';
import type { Sending } from './sending.ts';
import type { PrincipalReference } from '../../../contract/variables.ts';

/** A found principal; for a person also their job, if visible, and whether their account is disabled. */
export type FoundPrincipal = PrincipalReference & { work?: string; isDisabled?: boolean };

/** The services that inputs need from outside the form. */
export interface InputServices {
  findPeople(text: string, signal: AbortSignal): Promise<FoundPrincipal[]>;
  findGroups(text: string, signal: AbortSignal): Promise<FoundPrincipal[]>;
  /** Null if files are not accepted. @throws ApiProblem */
  upload: ((variable: string, file: File, sending: Sending) => Promise<FileView>) | null;
  /** Other sources of files, or null. */
  documents: { own: OwnDocuments; drive: boolean; libraries: boolean } | null;
}

const Services = createContext<InputServices | null>(null);
export const InputServicesProvider = Services.Provider;

export function useInputServices(): InputServices {
  const services = useContext(Services);
  if (!services) throw new Error('useInputServices outside of InputServicesProvider');
  return services;
}

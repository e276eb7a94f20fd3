import { createContext, useContext } from 'react';
import type { FileView } from '../../../contract/files.ts';
import type { PrincipalReference } from '../../../contract/variables.ts';

/** What controls need from outside the form. */
export interface InputServices {
  findPeople(text: string, signal: AbortSignal): Promise<PrincipalReference[]>;
  findGroups(text: string, signal: AbortSignal): Promise<PrincipalReference[]>;
  /** Null where files cannot be taken. @throws ApiProblem */
  upload: ((variable: string, file: File, sending: Sending) => Promise<FileView>) | null;
}

export interface Sending {
  signal: AbortSignal;
  /** @param share 0 to 1 */
  onProgress(share: number): void;
}

const Services = createContext<InputServices | null>(null);
export const InputServicesProvider = Services.Provider;

export function useInputServices(): InputServices {
  const services = useContext(Services);
  if (!services) throw new Error('useInputServices outside of InputServicesProvider');
  return services;
}

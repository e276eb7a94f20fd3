import { createContext, useContext } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';

type Able = Pick<ClientConfig, 'features' | 'documents'>;

const AbleContext = createContext<Able | null>(null);
export const FeaturesProvider = AbleContext.Provider;

function useAble(): Able {
  const able = useContext(AbleContext);
  if (!able) throw new Error('features outside of FeaturesProvider');
  return able;
}

/** What this installation is able to do, as it said when the client was opened. */
export const useFeatures = (): Able['features'] => useAble().features;

/** What the client may ask Microsoft Graph itself; null: nothing. */
export const useDocumentsConfig = (): Able['documents'] => useAble().documents;

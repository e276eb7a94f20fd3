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

/** The features of this installation, as of when the client was opened. */
export const useFeatures = (): Able['features'] => useAble().features;

/** What the client may request from Microsoft Graph itself; null: nothing. */
export const useDocumentsConfig = (): Able['documents'] => useAble().documents;

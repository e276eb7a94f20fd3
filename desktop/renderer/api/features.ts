import { createContext, useContext } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';

type Features = ClientConfig['features'];

const FeaturesContext = createContext<Features | null>(null);
export const FeaturesProvider = FeaturesContext.Provider;

/** What this installation is able to do, as it said when the client was opened. */
export function useFeatures(): Features {
  const features = useContext(FeaturesContext);
  if (!features) throw new Error('useFeatures outside of FeaturesProvider');
  return features;
}

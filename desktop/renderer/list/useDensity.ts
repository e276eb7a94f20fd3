import { usePreference } from '../preferences.ts';

/** The row density, stored per browser. */
export const useDensity = () => usePreference('density', ['comfortable', 'compact'] as const, 'comfortable');

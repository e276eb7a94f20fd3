import { usePreference } from '../preferences.ts';

/** How much room a row takes, in this browser. */
export const useDensity = () => usePreference('density', ['comfortable', 'compact'] as const, 'comfortable');

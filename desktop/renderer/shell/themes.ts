import {
  createDarkTheme,
  createLightTheme,
  teamsHighContrastTheme,
  type BrandVariants,
  type Theme,
} from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';

export const THEME_CHOICES = ['system', 'light', 'dark', 'contrast'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const brand: BrandVariants = {
  10: '#001111',
  20: '#001d1d',
  30: '#002a2b',
  40: '#023838',
  50: '#044444',
  60: '#015353',
  70: '#006161',
  80: '#076f6f',
  90: '#0a8282',
  100: '#179696',
  110: '#3ba7a7',
  120: '#5db8b7',
  130: '#7fc9c8',
  140: '#a1dad9',
  150: '#c5eae9',
  160: '#e6f6f5',
};

const dark = createDarkTheme(brand);

/** In the dark theme, links and selected items need lighter colours than Fluent's. */
const THEMES: Record<Exclude<ThemeChoice, 'system'>, Theme> = {
  light: createLightTheme(brand),
  dark: {
    ...dark,
    colorBrandForeground1: brand[120],
    colorBrandForeground2: brand[130],
    colorBrandForegroundLink: brand[120],
    colorNeutralForeground2BrandHover: brand[120],
    colorNeutralForeground2BrandPressed: brand[120],
    colorStatusDangerForeground1: '#ee97a0',
  },
  // dimmer loading placeholders
  contrast: { ...teamsHighContrastTheme, colorNeutralStencil1: '#404040', colorNeutralStencil2: '#2a2a2a' },
};

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];

function subscribe(listener: () => void): () => void {
  const lists = QUERIES.map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

function systemTheme(): Exclude<ThemeChoice, 'system'> {
  const [isDark, isForced, wantsContrast] = QUERIES.map((query) => window.matchMedia(query).matches);
  if (isForced || wantsContrast) return 'contrast';
  return isDark ? 'dark' : 'light';
}

/** The active theme; `system` follows changes of the operating system. */
export function useTheme(choice: ThemeChoice): { theme: Theme; colorScheme: 'light' | 'dark' } {
  const system = useSyncExternalStore(subscribe, systemTheme);
  const name = choice === 'system' ? system : choice;
  return { theme: THEMES[name], colorScheme: name === 'light' ? 'light' : 'dark' };
}

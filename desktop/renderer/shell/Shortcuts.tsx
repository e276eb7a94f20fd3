import { useRef } from 'react';
import { useShortcuts } from '../shortcuts.ts';
import { lazyDialog } from './lazyDialog.tsx';

const ShortcutHelp = lazyDialog(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp);

const PLACES: Record<string, string> = {
  n: '#/notifications',
  a: '#/assignments',
  c: '#/chats',
  f: '#/flows',
  e: '#/executions',
};
const SECOND_KEY_MS = 1500;

interface Props {
  isHelpOpen: boolean;
  onHelp(isOpen: boolean): void;
}

/** Global shortcuts: `?` shows the help, `g` and a letter go to a page. */
export function Shortcuts({ isHelpOpen, onHelp }: Props) {
  const goPressedAt = useRef(-Infinity);
  useShortcuts(
    (key, timeStamp) => {
      const place = timeStamp - goPressedAt.current < SECOND_KEY_MS ? PLACES[key] : undefined;
      goPressedAt.current = key === 'g' ? timeStamp : -Infinity;
      if (place) window.location.hash = place;
      else if (key === '?') onHelp(true);
      return place !== undefined || key === '?' || key === 'g';
    },
    { isFirst: true },
  );
  if (!isHelpOpen) return null;
  return <ShortcutHelp onClose={() => onHelp(false)} />;
}

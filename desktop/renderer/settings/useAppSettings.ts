import { useEffect, useState } from 'react';
import type { AppSettings, SettingsChange } from '../../bridge.ts';
import type { DesktopApp } from '../host.ts';
import { useText } from '../text.ts';

/** The app's current settings, including changes made in the tray. */
export function useAppSettings(desktop: DesktopApp) {
  const text = useText();
  const [settings, setSettings] = useState<AppSettings | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  useEffect(() => {
    const end = desktop.onSettings(setSettings);
    desktop.settings().then(setSettings, setProblem);
    return end;
  }, [desktop]);
  useEffect(() => {
    document.title = `${text('title.settings')} · ${text('product')}`;
  }, [text]);
  const change = ({ snooze, ...rest }: SettingsChange): void => {
    setSettings((before) => before && { ...before, ...rest }); // optimistic, so that a switch reacts at once
    void desktop.change({ ...rest, ...(snooze !== undefined && { snooze }) }).catch(setProblem);
  };
  return { settings, problem, change };
}

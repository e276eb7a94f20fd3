import { FluentProvider } from '@fluentui/react-components';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { ApiProblem } from './api/client.ts';
import { DIRECTION_CHOICES, directionOf } from './direction.ts';
import type { Host } from './host.ts';
import { LANGUAGES, localeOf, type Language } from '../../contract/languages.ts';
import { loadMessages } from './loadMessages.ts';
import { usePreference } from './preferences.ts';
import type { Session as OpenSession } from './session.ts';
import { Boundary } from './shell/Boundary.tsx';
import { Opening } from './shell/Opening.tsx';
import { Session } from './shell/Session.tsx';
import { THEME_CHOICES, useTheme } from './shell/themes.ts';
import { storedLanguage } from './stored.ts';

/** In a microtask: in a later task, a second press that waits on a busy page would act before its button is disabled. */
notifyManager.setScheduler(queueMicrotask);

/** Retries only calls that did not reach the server, up to twice; a refusal stays a refusal. */
const shouldRetry = (failures: number, error: Error): boolean => failures < 2 && !isRefusal(error);

const isRefusal = (error: Error): boolean =>
  error instanceof ApiProblem && ((error.status >= 400 && error.status < 500) || error.code === 'not_set_up');

const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 10_000 }, mutations: { networkMode: 'always' } },
  });

export interface AppProps {
  host: Host;
  openSession(): Promise<OpenSession>;
}

export function App({ host, openSession }: AppProps) {
  const [queries] = useState(createQueries);
  const [themeChoice, setThemeChoice] = usePreference('theme', THEME_CHOICES, 'system');
  const [language, setLanguage] = usePreference<Language>('language', LANGUAGES, storedLanguage());
  const [directionChoice, setDirectionChoice] = usePreference('direction', DIRECTION_CHOICES, 'language');
  const ownDirection = directionOf(language);
  const direction = directionChoice === 'language' ? ownDirection : directionChoice;
  const messages = useMessages(language);
  const { theme, colorScheme } = useTheme(themeChoice);
  useEffect(() => {
    document.documentElement.style.colorScheme = colorScheme; // for the browser's own pickers and scroll bars
    document.documentElement.dir = direction;
    document.documentElement.toggleAttribute('data-mixed', direction !== ownDirection);
  }, [colorScheme, direction, ownDirection]);
  return (
    <FluentProvider theme={theme} dir={direction} style={{ height: '100%', backgroundColor: 'transparent' }}>
      {messages ? (
        <IntlProvider locale={localeOf(language, navigator.languages)} messages={messages}>
          <QueryClientProvider client={queries}>
            <Boundary>
              <Session
                host={host}
                open={openSession}
                preferences={{
                  themeChoice,
                  setThemeChoice,
                  language,
                  setLanguage,
                  directionChoice,
                  setDirectionChoice,
                }}
              />
            </Boundary>
          </QueryClientProvider>
        </IntlProvider>
      ) : (
        <Opening />
      )}
    </FluentProvider>
  );
}

function useMessages(language: Language): Record<string, string> | null {
  const [messages, setMessages] = useState<Record<string, string> | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadMessages(language).then(
      (loaded) => {
        if (!isWanted) return;
        document.documentElement.lang = language;
        setMessages(loaded);
      },
      () => undefined, // keeps the current messages; if none are loaded yet, the page's start reports it
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return messages;
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiProblem, createApi } from '../api/client.ts';
import { FeaturesProvider } from '../api/features.ts';
import { ApiProvider } from '../api/queries.ts';
import type { Host } from '../host.ts';
import type { Preferences } from '../preferences.ts';
import type { Session as OpenSession } from '../session.ts';
import { useRoute } from '../useRoute.ts';
import { Opening } from './Opening.tsx';
import { Shell } from './Shell.tsx';
import { Failed } from './states.tsx';

interface Props {
  host: Host;
  preferences: Preferences;
}

const SignedOut = lazy(async () => ({ default: (await import('./SignedOut.tsx')).SignedOut }));
const ChooseServer = lazy(async () => ({ default: (await import('./ChooseServer.tsx')).ChooseServer }));
const LinkToApp = lazy(async () => ({ default: (await import('./LinkToApp.tsx')).LinkToApp }));
const AppReady = lazy(async () => ({ default: (await import('./LinkToApp.tsx')).AppReady }));
const DesktopSettings = lazy(async () => ({
  default: (await import('../settings/DesktopSettings.tsx')).DesktopSettings,
}));
const FirstSetup = lazy(async () => ({ default: (await import('../setup/FirstSetup.tsx')).FirstSetup }));

const isNotSetUp = (error: Error | null): boolean => error instanceof ApiProblem && error.code === 'not_set_up';

interface Opened extends Props, OpenSession {}

/** The session: nobody yet, or a person with their API. */
export function Session(props: Props & { open(): Promise<OpenSession> }) {
  const route = useRoute();
  const { servers, desktop, openApp } = props.host;
  if (openApp && (route.page === 'open' || route.page === 'appReady'))
    return (
      <Suspense fallback={<Opening />}>
        {route.page === 'open' ? (
          <LinkToApp key={route.place} place={route.place} openApp={openApp} />
        ) : (
          <AppReady openApp={openApp} />
        )}
      </Suspense>
    );
  if (desktop && route.page === 'settings')
    return (
      <Suspense fallback={<Opening />}>
        <DesktopSettings desktop={desktop} servers={servers!} />
      </Suspense>
    );
  if (servers?.current !== null) return <OfServer {...props} />;
  return (
    <Suspense fallback={<Opening />}>
      <ChooseServer servers={servers} />
    </Suspense>
  );
}

function OfServer({ host, preferences, open }: Props & { open(): Promise<OpenSession> }) {
  const session = useQuery({ queryKey: ['session'], queryFn: open, staleTime: Infinity, gcTime: Infinity });
  if (session.isPending) return <Opening />;
  if (isNotSetUp(session.error))
    return (
      <Suspense fallback={<Opening />}>
        <FirstSetup onReady={() => void session.refetch()} />
      </Suspense>
    );
  if (session.isError) return <Failed isPage error={session.error} onRetry={() => void session.refetch()} />;
  const { auth, config } = session.data;
  if (!auth.account)
    return (
      <Suspense fallback={<Opening />}>
        <SignedOut auth={auth} config={config} tenant={host.servers?.tenant ?? null} />
      </Suspense>
    );
  return <SignedIn auth={auth} config={config} host={host} preferences={preferences} />;
}

function SignedIn({ auth, config, host, preferences }: Opened) {
  const [isSignInNeeded, setSignInNeeded] = useState(false);
  const api = useMemo(() => createApi(auth, setSignInNeeded), [auth]);
  return (
    <ApiProvider value={api}>
      <FeaturesProvider value={config}>
        <Shell auth={auth} config={config} host={host} preferences={preferences} isSignInNeeded={isSignInNeeded} />
      </FeaturesProvider>
    </ApiProvider>
  );
}

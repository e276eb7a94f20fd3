import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import { createApi, getPublic } from '../api/client.ts';
import { ApiProvider } from '../api/queries.ts';
import type { AuthClient, Host } from '../host.ts';
import type { Preferences } from '../preferences.ts';
import { Shell } from './Shell.tsx';
import { SignedOut } from './SignedOut.tsx';
import { Opening, Failed } from './states.tsx';

interface Props {
  host: Host;
  preferences: Preferences;
}

/** Who is here: nobody yet, or a person with an API of their own. */
export function Session({ host, preferences }: Props) {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      const config = await getPublic<ClientConfig>('/client-config');
      return { config, auth: await host.authenticate(config) };
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  if (session.isPending) return <Opening />;
  if (session.isError) return <Failed isPage error={session.error} onRetry={() => void session.refetch()} />;
  const { auth, config } = session.data;
  if (!auth.account) return <SignedOut auth={auth} config={config} />;
  return <SignedIn auth={auth} config={config} host={host} preferences={preferences} />;
}

function SignedIn({ auth, config, host, preferences }: Props & { auth: AuthClient; config: ClientConfig }) {
  const [isSignInNeeded, setSignInNeeded] = useState(false);
  const api = useMemo(() => createApi(auth, () => setSignInNeeded(true)), [auth]);
  return (
    <ApiProvider value={api}>
      <Shell auth={auth} config={config} host={host} preferences={preferences} isSignInNeeded={isSignInNeeded} />
    </ApiProvider>
  );
}

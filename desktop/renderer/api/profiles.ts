import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LANGUAGES, type Language } from '../../../contract/languages.ts';
import { isObjectId } from '../../../contract/objectId.ts';
import { MOST_PROFILES } from '../../../contract/profileRules.ts';
import type { ShownProfile } from '../../../contract/profiles.ts';
import { storedChoice } from '../stored.ts';
import type { Api } from './client.ts';
import { KEYS, useApi, useMe } from './queries.ts';

const HOUR_MS = 3_600_000;
/** The time to collect ids, because the rows of a list render almost together. */
const GATHER_MS = 20;

type Load = (id: string) => Promise<ShownProfile | null>;
const loaders = new WeakMap<Api, Load>();

/** Batches profiles requested at almost the same time into one call. */
function loaderOf(api: Api): Load {
  const known = loaders.get(api);
  if (known) return known;
  let wanted = new Set<string>();
  let coming: Promise<Map<string, ShownProfile>> | null = null;

  async function loadAll(): Promise<Map<string, ShownProfile>> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const ids = [...wanted];
    wanted = new Set();
    coming = null;
    const pages = Array.from({ length: Math.ceil(ids.length / MOST_PROFILES) }, (_, n) =>
      ids.slice(n * MOST_PROFILES, (n + 1) * MOST_PROFILES),
    );
    const found = await Promise.all(
      pages.map((page) => api.get<{ items: ShownProfile[] }>(`/directory/profiles?ids=${page.join(',')}`)),
    );
    return new Map(found.flatMap(({ items }) => items.map((profile) => [profile.id, profile])));
  }

  const load: Load = async (id) => {
    wanted.add(id);
    return (await (coming ??= loadAll())).get(id) ?? null;
  };
  loaders.set(api, load);
  return load;
}

/** The profile shown beside a name. Optional: undefined while unknown, and for guests, who only see themselves. */
export function useProfile(id: string): ShownProfile | undefined {
  const api = useApi();
  const me = useMe();
  const { data } = useQuery({
    queryKey: [...KEYS.profiles, id],
    queryFn: () => loaderOf(api)(id),
    enabled: me.data?.isGuest === false && isObjectId(id),
    staleTime: HOUR_MS,
    retry: false,
  });
  return data ?? undefined;
}

/** Sends the server the language and time zone for mails and cards: those chosen here and of this machine. */
export function useManner(language: Language, isReady: boolean): void {
  const api = useApi();
  useEffect(() => {
    if (!isReady) return;
    const chosen = storedChoice('language', LANGUAGES);
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const said = { timeZone, ...(chosen && { language: chosen }) };
    api.send('POST', '/me/profile', said).catch(() => undefined); // sent again with the next sign-in
  }, [api, language, isReady]);
}

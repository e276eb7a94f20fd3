import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ClientCheckBody,
  FindAdministratorBody,
  FoundAdministrator,
  RegistrationCheck,
  RegistrationChecks,
  ServerCheckBody,
  SetupBody,
  SetupView,
} from '../../../contract/setup.ts';
import { NotGranted, SignInNeeded } from '../host.ts';
import { createApi, type Api } from './client.ts';
import { KEYS, useApi } from './queries.ts';
import { HEALTH_KEY } from './settings.ts';

/** The address of this page, where people are to sign in. */
const address = (): string => `${window.location.origin}${window.location.pathname}`;

/** An API that authenticates with the set-up code. Its calls throw ApiProblem `sign_in_needed` if the code is wrong. */
export const apiWithCode = (code: string): Api =>
  createApi(
    {
      account: null,
      refusal: null,
      signsInElsewhere: false,
      confirmed: () => null,
      signIn: async () => undefined,
      signOut: async () => undefined,
      authorize: async ({ isRenewed = false } = {}) => {
        if (isRenewed) throw new SignInNeeded();
        return { authorization: `Bearer ${code.trim()}` };
      },
      authorizeSearch: async () => ({}),
      askGraph: () => Promise.reject(new NotGranted()),
    },
    () => undefined,
  );

/** The state of the set-up. */
export const useSetup = () => {
  const api = useApi();
  return useQuery({ queryKey: KEYS.setup, queryFn: ({ signal }) => api.get<SetupView>('/setup', signal) });
};

/** Tests and stores the values. Nothing typed is kept. @throws ApiProblem from each of them */
export const useSetupCalls = () => {
  const api = useApi();
  const queries = useQueryClient();
  const checked = async (path: string, body: unknown): Promise<RegistrationCheck[]> =>
    (await api.send<RegistrationChecks>('POST', path, body)).checks;
  return {
    checkClient: (body: Omit<ClientCheckBody, 'address'>) =>
      checked('/setup/client-check', { ...body, address: address() }),
    checkServer: (body: ServerCheckBody) => checked('/setup/server-check', body),
    findAdministrator: (body: FindAdministratorBody) =>
      api.send<FoundAdministrator>('POST', '/setup/administrator', body),
    async complete(body: Omit<SetupBody, 'address'>): Promise<void> {
      const view = await api.send<SetupView>('PUT', '/setup', { ...body, address: address() });
      queries.setQueryData(KEYS.setup, view);
      await Promise.all([KEYS.settings, HEALTH_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  };
};

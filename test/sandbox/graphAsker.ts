import type { Sandbox } from '../../sandbox/sandbox.ts';

export const GRAPH = 'https://graph.microsoft.com';
export const EVENTUAL = { ConsistencyLevel: 'eventual' };

export interface Answer {
  status: number;
  headers: Headers;
  body: {
    value?: Record<string, unknown>[];
    error?: { code: string; message: string; innerError: Record<string, string> };
    '@odata.nextLink'?: string;
    '@odata.count'?: number;
    [name: string]: unknown;
  };
}

/** Calls the stand-in with plain requests, as the server registration unless another token is given. */
export async function createAsker(sandbox: Sandbox) {
  const { tenant, identity, graph } = sandbox;
  const token = await identity.issueForApp(GRAPH);
  const everything = () => [...tenant.people, ...tenant.groups];

  async function ask(path: string, headers: Record<string, string> = {}, bearer = token): Promise<Answer> {
    const response = await fetch(graph.url + path, { headers: { authorization: `Bearer ${bearer}`, ...headers } });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  const idOf = (key: string) => everything().find((each) => each.key === key)!.id;
  return {
    token,
    ask,
    idOf,
    groupPath: (key: string) => `/groups/${idOf(key)}`,
    /** Keys of the people or groups in a collection, sorted. */
    keysOf: ({ body }: Answer) => body.value!.map(({ id }) => everything().find((each) => each.id === id)!.key).sort(),
    withRoles: (...roles: string[]) =>
      identity.signToken({
        iss: `https://sts.windows.net/${tenant.id}/`,
        aud: GRAPH,
        tid: tenant.id,
        oid: tenant.registrations.server.servicePrincipalId,
        roles,
      }),
  };
}

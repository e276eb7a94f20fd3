import {
  ConfidentialClientApplication,
  InteractionRequiredAuthError,
  PublicClientApplication,
  type INetworkModule,
  type NetworkRequestOptions,
} from '@azure/msal-node';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { apiScope } from '../../sandbox/tenant.ts';
import { formAction, formFields } from './userAgent.ts';

const AUTHORITY_HOST = 'login.microsoftonline.com';

/** Microsoft's own client libraries, with the production authority: the stand-in must satisfy them. */
describe('sandbox: MSAL', () => {
  let sandbox: Sandbox;
  let authority: string;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    authority = `https://${AUTHORITY_HOST}/${sandbox.tenant.id}`;
  });
  after(() => sandbox.close());

  /** The server's way: production addresses, mapped late by `originMap`. */
  function mappedNetwork(): INetworkModule {
    const send = async (method: string, url: string, options?: NetworkRequestOptions) => {
      const { origin } = new URL(url);
      const response = await fetch(url.replace(origin, sandbox.config.originMap[origin] ?? 'http://unmapped.invalid'), {
        method,
        headers: options?.headers,
        body: options?.body,
      });
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.json() };
    };
    return {
      sendGetRequestAsync: (url, options) => send('GET', url, options) as never,
      sendPostRequestAsync: (url, options) => send('POST', url, options) as never,
    };
  }

  const server = () =>
    new ConfidentialClientApplication({
      auth: {
        clientId: sandbox.config.directoryClientId!,
        clientSecret: sandbox.config.directoryClientSecret!,
        authority,
      },
      system: { networkClient: mappedNetwork() },
    });

  /** The clients' way: the production authority with the sandbox's discovery document. */
  const desktop = () =>
    new PublicClientApplication({
      auth: {
        clientId: sandbox.config.clientId!,
        authority,
        knownAuthorities: [AUTHORITY_HOST],
        authorityMetadata: sandbox.config.authorityMetadata!,
      },
    });

  /** A person at the browser that MSAL opens: picks somebody, and lets the page post the response back. */
  const browseAs = (key: string) => async (url: string) => {
    const person = sandbox.tenant.people.find((each) => each.key === key)!;
    const fields = formFields(await (await fetch(url)).text());
    const body = new URLSearchParams({ ...fields, person: person.id });
    const page = await (await fetch(url.split('?')[0]!, { method: 'POST', body })).text();
    await fetch(formAction(page), { method: 'POST', body: new URLSearchParams(formFields(page)) });
  };

  const signIn = (application: PublicClientApplication, key: string, scopes = [apiScope(sandbox.tenant)]) =>
    application.acquireTokenInteractive({ scopes, openBrowser: async (url) => void browseAs(key)(url) });

  it('signs the server in with its own identity', async () => {
    const result = await server().acquireTokenByClientCredential({ scopes: ['https://graph.microsoft.com/.default'] });
    expect(decodeJwt(result!.accessToken)['roles']).to.include('User.Read.All');
  });

  it('lets the server act on behalf of its caller, and keeps callers apart', async () => {
    const application = server();
    const ask = async (email: string) => {
      const oboAssertion = await sandbox.tokenFor(email);
      const result = await application.acquireTokenOnBehalfOf({
        oboAssertion,
        scopes: ['https://graph.microsoft.com/Mail.Read'],
      });
      const again = await application.acquireTokenOnBehalfOf({
        oboAssertion,
        scopes: ['https://graph.microsoft.com/Mail.Read'],
      });
      expect(again!.fromCache).to.equal(true);
      return decodeJwt(result!.accessToken)['oid'];
    };
    expect(await ask('ada@sandbox.test')).to.not.equal(await ask('grace@sandbox.test'));
  });

  it('signs a person in on the desktop, and silently again', async () => {
    const application = desktop();
    const { account, scopes } = await signIn(application, 'ada');
    expect(account).to.include({ username: 'ada@sandbox.test', tenantId: sandbox.tenant.id });
    const renewed = await application.acquireTokenSilent({ account: account!, scopes, forceRefresh: true });
    expect(renewed.fromCache).to.equal(false);
    expect(decodeJwt(renewed.accessToken)).to.include({ aud: sandbox.config.directoryClientId! });
  });

  it("knows a guest's home tenant", async () => {
    const { account } = await signIn(desktop(), 'joan');
    const { guestOf } = sandbox.tenant.people.find(({ key }) => key === 'joan')!;
    expect(account).to.include({
      homeAccountId: `${guestOf!.objectId}.${guestOf!.tenantId}`,
      tenantId: sandbox.tenant.id,
    });
  });

  it('tells a client to ask for fewer scopes if consent is missing', async () => {
    const application = desktop();
    const { account } = await signIn(application, 'joan');
    const silent = await application
      .acquireTokenSilent({ account: account!, scopes: ['User.Read', 'Group.Read.All'] })
      .catch((error: unknown) => error);
    expect(silent).to.be.instanceOf(InteractionRequiredAuthError).and.include({ subError: 'consent_required' });
    const least = await application.acquireTokenSilent({ account: account!, scopes: ['User.Read'] });
    expect(least.scopes).to.include('User.Read');
  });

  it('reports refused consent interactively, too', async () => {
    const refused = await signIn(desktop(), 'ada', ['Directory.Read.All']).catch((error: unknown) => error);
    expect(refused).to.include({ errorCode: 'consent_required' });
  });
});

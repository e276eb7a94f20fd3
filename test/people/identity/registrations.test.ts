import { expect } from 'chai';
import { createPlatformFetch, type Fetch } from '../../../server/foundation/http/outbound.ts';
import { DirectoryError } from '../../../server/people/identity/directoryError.ts';
import {
  createServerRegistration,
  type ServerRegistrationOptions,
} from '../../../server/people/identity/registrations.ts';
import { rejection, startWorld, type World } from '../tenant.ts';

describe('server registration', () => {
  let world: World;
  let tokenRequests = 0;

  const registration = (changes: Partial<ServerRegistrationOptions> = {}) => {
    const { tenantId, directoryClientId, directoryClientSecret, originMap } = world.sandbox.config;
    const platformFetch = createPlatformFetch(originMap);
    const counted: Fetch = (url, init) => {
      if (init?.method === 'POST') tokenRequests++;
      return platformFetch(url, init);
    };
    return createServerRegistration({
      tenantId: tenantId!,
      directoryClientId: directoryClientId!,
      directoryClientSecret,
      directoryAuthType: 'clientCredentials',
      platformFetch: counted,
      ...changes,
    });
  };

  before(async () => {
    world = await startWorld();
  });
  beforeEach(() => {
    tokenRequests = 0;
  });
  after(() => world.sandbox.close());

  it('asks for one token, however many callers want it at once and later', async () => {
    const { graphToken } = registration();
    const tokens = await Promise.all(Array.from({ length: 100 }, graphToken));
    expect(new Set([...tokens, await graphToken()]).size).to.equal(1);
    expect(tokenRequests).to.equal(1);
  });

  it('knows its granted permissions, and reads them again on request', async () => {
    const { grantedPermissions } = registration();
    expect(await grantedPermissions())
      .to.include('User.ReadBasic.All')
      .and.not.include('Directory.Read.All');
    const { application } = world.sandbox.tenant.registrations.server;
    application['graph'] = [...application['graph']!, 'Directory.Read.All'];
    expect(await grantedPermissions()).not.to.include('Directory.Read.All');
    expect(await grantedPermissions(true)).to.include('Directory.Read.All');
    expect(tokenRequests).to.equal(2);
  });

  it('says that the secret is wrong, and never repeats it', async () => {
    const { graphToken } = registration({ directoryClientSecret: 'not-the-secret' });
    const error = await rejection(graphToken(), DirectoryError);
    expect(error.code).to.equal('directory_denied');
    expect(error.detail).to.contain('invalid_client').and.contain('AADSTS7000215').and.not.contain('not-the-secret');
  });

  it('says that the identity provider cannot be reached, and tries again the next time', async () => {
    const { originMap } = world.sandbox.config;
    let isDown = true;
    const platformFetch = createPlatformFetch(originMap);
    const { graphToken } = registration({
      platformFetch: (url, init) => (isDown ? Promise.reject(new TypeError('fetch failed')) : platformFetch(url, init)),
    });
    expect((await rejection(graphToken(), DirectoryError)).code).to.equal('directory_unavailable');
    isDown = false;
    expect(await graphToken()).to.be.a('string');
  });

  it('can be the managed identity of the machine', async () => {
    const asked: string[] = [];
    const platformFetch: Fetch = async (url, init) => {
      asked.push(`${init?.method} ${url} ${new Headers(init?.headers).get('metadata')}`);
      return Response.json({
        access_token: 'of-the-machine',
        expires_in: '3600',
        resource: 'https://graph.microsoft.com',
        token_type: 'Bearer',
      });
    };
    const { graphToken } = registration({
      directoryAuthType: 'managedSystemIdentity',
      directoryClientSecret: null,
      platformFetch,
    });
    expect(await graphToken()).to.equal('of-the-machine');
    expect(asked).to.have.length(1);
    expect(asked[0]).to.match(
      /^GET http:\/\/169\.254\.169\.254\/metadata\/identity\/oauth2\/token.*resource=https.*graph\.microsoft\.com.* true$/,
    );
  });
});

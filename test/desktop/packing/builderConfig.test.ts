import { Ajv } from 'ajv';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { builderConfig, FUSES } from '../../../desktop/packing/builderConfig.ts';
import { withRollout } from '../../../desktop/packing/rollout.ts';
import { PackingError, type PackingEnv } from '../../../desktop/packing/signing.ts';
import { whatIsMissing } from '../../../desktop/packing/whatIsMissing.ts';
import { appManifest, electronVersion } from '../../../desktop/appManifest.ts';

const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
/** With the builder's own settings, because the schema has keywords for editors. */
const isValid = new Ajv({ strict: false, allErrors: true }).compile(builder('app-builder-lib/scheme.json') as object);

const azure = {
  HANDBACK_AZURE_ENDPOINT: 'https://weu.codesigning.azure.net',
  HANDBACK_AZURE_ACCOUNT: 'account',
  HANDBACK_AZURE_PROFILE: 'profile',
  HANDBACK_PUBLISHER: 'Example',
};
const apple = {
  CSC_NAME: 'Example (TEAM)',
  APPLE_API_KEY: 'key.p8',
  APPLE_API_KEY_ID: 'id',
  APPLE_API_ISSUER: 'issuer',
};
const maintained = { HANDBACK_MAINTAINER: 'A <a@b.test>', HANDBACK_HOMEPAGE: 'https://example.com/handback' };
const feed = { HANDBACK_UPDATES_URL: 'https://updates.example.com/desktop' };
const ENVIRONMENTS: [string, PackingEnv][] = [
  ['nobody', {}],
  ['only a feed', feed],
  ['Azure', { ...azure, ...feed }],
  ['a signing command', { HANDBACK_SIGN_COMMAND: '/opt/sign', HANDBACK_PUBLISHER: 'Example', ...feed }],
  ['a certificate for Windows', { WIN_CSC_LINK: 'file.pfx', ...feed }],
  ['Apple', { ...apple, ...feed, HANDBACK_ELECTRON_DIST: '/opt/electron', ...maintained }],
];

describe('the packaging of the desktop app', () => {
  for (const [who, env] of ENVIRONMENTS)
    it(`passes the builder's schema: ${who}`, () => {
      isValid(builderConfig(env));
      expect(isValid.errors ?? []).to.deep.equal([]);
    });

  it('would fail that schema with an unknown option', () => {
    expect(isValid({ ...builderConfig({}), electronFuse: FUSES })).to.equal(false);
    expect(isValid({ ...builderConfig({}), electronFuses: { ...FUSES, runAsNode: 'no' } })).to.equal(false);
  });

  it('covers the usual installers of each system, and opens links', () => {
    const { win, mac, linux, protocols, appId } = builderConfig(maintained);
    const names = (targets: unknown) => (targets as { target: string }[]).map(({ target }) => target);
    expect([win!.target, mac!.target, linux!.target].map(names)).to.deep.equal([
      ['nsis', 'msi'],
      ['dmg', 'zip'],
      ['AppImage', 'deb', 'rpm'],
    ]);
    expect(protocols).to.deep.equal([{ name: 'Handback', schemes: ['handback'] }]);
    expect(readFileSync('desktop/main/start.ts', 'utf8')).to.contain(`'${appId}'`);
  });

  it('builds Linux packages if a maintainer is set, and otherwise names nobody', () => {
    const { linux, extraMetadata } = builderConfig(maintained);
    expect(linux).to.include({ maintainer: 'A <a@b.test>' });
    expect(extraMetadata).to.deep.equal({ homepage: 'https://example.com/handback' });
    const unnamed = builderConfig({});
    expect((unnamed.linux!.target as { target: string }[]).map(({ target }) => target)).to.deep.equal(['AppImage']);
    expect(JSON.stringify([unnamed, appManifest()])).not.to.match(/@|https?:/);
  });

  it('configures an update feed for signed builds, and for Linux, where nothing is signed', () => {
    const fed = (env: PackingEnv) => {
      const { win, mac, linux } = builderConfig(env);
      return [win, mac, linux].map((each) => Boolean(each!.publish));
    };
    expect(fed({})).to.deep.equal([false, false, false]);
    expect(fed(feed)).to.deep.equal([false, false, true]);
    expect(fed({ ...azure, ...feed })).to.deep.equal([true, false, true]);
    expect(fed({ ...apple, ...feed })).to.deep.equal([false, true, true]);
    expect(builderConfig({ ...azure, GH_TOKEN: 'x' }).publish).to.equal(null);
  });

  it('signs completely or not at all', () => {
    expect(builderConfig(azure).win).to.deep.include({ forceCodeSigning: true });
    expect(builderConfig(apple).mac).to.deep.include({ forceCodeSigning: true, notarize: true, hardenedRuntime: true });
    expect(builderConfig({}).mac).to.deep.include({ identity: null, notarize: false });
    const { HANDBACK_PUBLISHER: _publisher, ...nameless } = azure;
    for (const [env, missing] of [
      [{ HANDBACK_AZURE_ACCOUNT: 'account' }, 'HANDBACK_AZURE_ENDPOINT'],
      [nameless, 'HANDBACK_PUBLISHER'],
      [{ HANDBACK_SIGN_COMMAND: '/opt/sign' }, 'HANDBACK_PUBLISHER'],
      [{ CSC_NAME: 'Example' }, 'APPLE_API_KEY'],
      [{ HANDBACK_UPDATES_URL: 'http://updates.example.com' }, 'HANDBACK_UPDATES_URL'],
      [{ HANDBACK_UPDATES_URL: 'https://me:secret@example.com' }, 'HANDBACK_UPDATES_URL'],
      [{ HANDBACK_UPDATES_URL: 'updates' }, 'HANDBACK_UPDATES_URL'],
      [{ HANDBACK_MAINTAINER: 'A <a@b.test>' }, 'HANDBACK_HOMEPAGE'],
      [{ HANDBACK_HOMEPAGE: 'https://example.com' }, 'HANDBACK_MAINTAINER'],
      [{ ...maintained, HANDBACK_MAINTAINER: 'a@b.test' }, 'HANDBACK_MAINTAINER'],
      [{ ...maintained, HANDBACK_MAINTAINER: 'A <nobody>' }, 'HANDBACK_MAINTAINER'],
      [{ ...maintained, HANDBACK_HOMEPAGE: 'http://example.com' }, 'HANDBACK_HOMEPAGE'],
    ] as [PackingEnv, string][])
      expect(() => builderConfig(env), missing).to.throw(PackingError, missing);
  });

  it('uses the locked version of Electron', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version?: string }>;
    };
    expect(electronVersion()).to.equal(packages['node_modules/electron']!.version);
  });

  it('offers a version to a share of people, which can be changed later', () => {
    const begun = withRollout('version: 1.2.3\nsha512: x\n', 10);
    expect(begun).to.equal('version: 1.2.3\nsha512: x\nstagingPercentage: 10\n');
    expect(withRollout(begun, 100)).to.equal('version: 1.2.3\nsha512: x\nstagingPercentage: 100\n');
    for (const wrong of [0, 101, 1.5, NaN]) expect(() => withRollout(begun, wrong)).to.throw(PackingError);
  });

  it('says what is missing if it cannot package', () => {
    const said = (message: string) => whatIsMissing(message, '45.4.1');
    expect(said('getaddrinfo ENOTFOUND github.com')).to.contain('ELECTRON_MIRROR').and.to.contain('45.4.1');
    expect(said('https://github.com/electron-userland/electron-builder-binaries/x: Response code 404')).to.contain(
      'ELECTRON_BUILDER_BINARIES_MIRROR',
    );
    expect(said('The specified electronDist does not exist: /x')).to.contain('HANDBACK_ELECTRON_DIST');
    expect(said('wine is required')).to.contain('wine');
    expect(said('rpmbuild: not found')).to.contain('rpmbuild');
    expect(said('something else')).to.equal(null);
  });
});

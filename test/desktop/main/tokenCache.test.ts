import { expect } from 'chai';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';
import { fakeElectron } from './fakeElectron.ts';

const { encryptStringAsync, decryptStringAsync } = fakeElectron().port.safeStorage;

describe('the sign-in that the desktop app stores', () => {
  let product: TestProduct;
  let app: TestDesktopApp;
  before(async () => void (product = await startProduct()));
  beforeEach(async () => {
    app = await startDesktopApp(product.url);
    await app.electron.call('signIn', { claims: null });
  });
  afterEach(() => app.close());
  after(() => product.close());

  const again = async (): Promise<void> => {
    await app.close();
    app = await startDesktopApp(null, { folder: app.folder });
  };
  const account = async () => ((await app.electron.call('account', null)) as { account: unknown }).account;
  const file = async (): Promise<string> =>
    path.join(
      app.folder,
      (await readdir(app.folder)).find((name) => name.startsWith('sign-in'))!,
    );

  it('survives a restart', async () => {
    await again();
    expect(await account()).to.deep.include({ username: 'grace@sandbox.test' });
  });

  const cut = <Content extends string | Buffer>(whole: Content): Content => whole.slice(0, whole.length / 2) as Content;
  /** Possible damage to the file. */
  const WRONG: Record<string, (text: string) => Promise<Buffer>> = {
    'was cut in half': async (text) => cut(await encryptStringAsync(text)),
    'is empty': async () => Buffer.alloc(0),
    'was cut in half before it was sealed': (text) => encryptStringAsync(cut(text)),
    'holds something else': () => encryptStringAsync('"text"'),
    'holds nothing': () => encryptStringAsync('null'),
    'holds lists where there should be records': () => encryptStringAsync('{"Account":[1,null],"RefreshToken":7}'),
    'has lost the tokens of its account': (text) =>
      encryptStringAsync(JSON.stringify({ ...(JSON.parse(text) as object), RefreshToken: {}, AccessToken: {} })),
  };
  describe('is asked for again, while the app keeps running, when its file', () => {
    for (const [what, spoil] of Object.entries(WRONG))
      it(what, async () => {
        const { result } = await decryptStringAsync(await readFile(await file()));
        const { secret } = Object.values((JSON.parse(result) as { RefreshToken: object }).RefreshToken)[0] as {
          secret: string;
        };
        const place = await file();
        await app.close();
        await writeFile(place, await spoil(result));
        app = await startDesktopApp(null, { folder: app.folder });
        expect((await app.electron.request('app://handback/api/me')).status).to.equal(401);
        await until(() => /^Handback: (Nobody is signed in|Your sign-in has ended)$/.test(app.electron.trays[0]!.tip));
        expect(app.electron.item('Sign in…')).to.not.equal(undefined);
        expect(JSON.stringify(app.log)).not.to.contain(secret).and.not.to.contain(secret.slice(0, 20));

        await app.electron.call('signIn', { claims: null });
        expect((await app.electron.request('app://handback/api/me')).status).to.equal(200);
        expect(await account()).to.deep.include({ username: 'grace@sandbox.test' });
        await again();
        expect((await app.electron.request('app://handback/api/me')).status).to.equal(200);
      });
  });
});

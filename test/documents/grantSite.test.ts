import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ApiKeyView } from '../../contract/documents.ts';
import { grantSite } from '../../server/composition/siteGrantCommand.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import { programAt } from '../support/command.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { addressOf, validSettings, siteIdOf, UNSET } from './support.ts';

describe('npm run grant-site (behaviour 5.3 C)', () => {
  let product: TestProduct;
  let env: Record<string, string>;

  before(async () => {
    product = await startProduct({ config: UNSET, withLoops: false });
    const ada = await product.as('ada@sandbox.test');
    await ada.call('PATCH', '/settings', validSettings(product.sandbox));
    const { key } = (await ada.call<ApiKeyView>('PUT', '/admin/documents/api-key', {})).body;
    env = { PUBLIC_URL: product.url, DOCSITE_ADMIN_API_KEY: key };
  });
  after(() => product?.close());

  const run = (args: string[], more: Record<string, string | undefined> = {}) =>
    grantSite({ args, env: { ...env, ...more }, fetch: createPlatformFetch({}) });
  const grants = () => product.sandbox.graph.sites.grantsOf('handbook').map(({ roles }) => roles);

  it('grants a site, shows its state, and revokes access', async () => {
    const address = addressOf(product.sandbox, 'handbook');
    const says = (roles: string) => ({ code: 0, text: `Company handbook (${address}): ${roles}` });
    expect(await run([address, '--show'])).to.deep.equal(says('no access'));
    expect(await run([address])).to.deep.equal(says('read'));
    expect(grants()).to.deep.equal([['read']]);
    expect(await run(['--show', siteIdOf(product.sandbox, 'handbook')])).to.deep.equal(says('read'));
    expect(await run([address, '--revoke'])).to.deep.equal(says('no access'));
    expect(grants()).to.deep.equal([]);
  });

  it('grants nothing if npm has kept the option that revokes', async () => {
    const kept = { npm_lifecycle_event: 'grant-site', npm_config_revoke: 'true' }; // npm run grant-site <site> --revoke
    const { code, text } = await run([addressOf(product.sandbox, 'handbook')], kept);
    expect(code).to.equal(1);
    expect(text).to.match(/npm run grant-site -- …$/);
    expect(grants()).to.deep.equal([]);
  });

  it('is a separate command that reads the key from the environment', async () => {
    const command = [process.execPath, programAt('server/composition/grantSite.ts')] as const;
    const address = addressOf(product.sandbox, 'handbook');
    const ran = await promisify(execFile)(command[0], [...command[1], address, '--show'], {
      env: { ...process.env, ...env },
    });
    expect(ran.stdout).to.equal(`Company handbook (${address}): no access\n`);
    const wrong = await promisify(execFile)(command[0], [...command[1], address], {
      env: { ...process.env, ...env, DOCSITE_ADMIN_API_KEY: 'handback_wrong' },
    }).catch((error: unknown) => error as { code: number; stderr: string });
    expect(wrong).to.include({ code: 1, stderr: 'Sign in first. The API key is not right.\n' });
  });

  it('calls the server at its public address', async () => {
    const asked: string[] = [];
    const fetch = async (url: string | URL) => {
      asked.push(String(url));
      throw new Error('nobody is there');
    };
    for (const PUBLIC_URL of ['https://ask.example', 'https://example.com/ask/', ''])
      await grantSite({ args: ['handbook'], env: { ...env, PUBLIC_URL }, fetch });
    expect(asked).to.deep.equal(
      ['https://ask.example', 'https://example.com/ask', 'http://localhost:3000'].map(
        (address) => `${address}/api/admin/documents/grants`,
      ),
    );
  });

  it('reports errors, changes nothing and never prints the key', async () => {
    const address = addressOf(product.sandbox, 'handbook');
    const failures: [args: string[], env: Record<string, string | undefined>, words: RegExp][] = [
      [[], {}, /^It has to say which site\.\nnpm run grant-site/],
      [[address, 'more'], {}, /^One site at a time, not also more\.\nnpm run grant-site/],
      [[address, '--all'], {}, /^Unknown option '--all'\.\nnpm run grant-site/],
      [[address, '--show', '--revoke'], {}, /^It shows the access .* not both\.\nnpm run grant-site/],
      [[address], { DOCSITE_ADMIN_API_KEY: undefined }, /^DOCSITE_ADMIN_API_KEY is not set/],
      [[address], { DOCSITE_ADMIN_API_KEY: 'a\nb' }, /^DOCSITE_ADMIN_API_KEY is not a valid/],
      [[address], { PUBLIC_URL: 'nowhere' }, /^PUBLIC_URL is not an address/],
      [[address], { PUBLIC_URL: 'http://127.0.0.1:9' }, /^Nobody answers at http:\/\/127\.0\.0\.1:9/],
      [[address], { PUBLIC_URL: product.sandbox.mail.url }, /gave no reason/],
      [['handbook'], {}, /^site: Enter the address of a site/],
      [['https://sandbox.sharepoint.com/sites/nowhere'], {}, /^site: There is no such site/],
    ];
    for (const [args, more, words] of failures) {
      const { code, text } = await run(args, more);
      expect(code, text).to.equal(1);
      expect(text).to.match(words).and.not.include(env['DOCSITE_ADMIN_API_KEY']);
    }
    expect(grants()).to.deep.equal([]);
  });
});

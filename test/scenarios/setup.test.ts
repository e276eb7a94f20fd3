import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { startOrSetUp, type Running } from '../../server/startOrSetUp.ts';
import { signInOn } from '../desktop/support/screens/signIn.ts';
import { announcedSetup, unsetConfig } from '../support/unset.ts';
import { useBrowsers } from './browsing.ts';

const FOCUSED = 'document.activeElement.tagName';

describe('setting up in a browser (behaviour 2.9)', function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  let running: Running;
  let url: string;
  let code: string;
  const { complaints, open } = useBrowsers(() => ({ url }));

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-setup-'));
    sandbox = await startSandbox({ portBase: 0 });
    const config = await unsetConfig(sandbox, folder, `sqlite:${path.join(folder, 'tenant.db')}`);
    running = await startOrSetUp(config, (line) => {
      ({ url, code } = announcedSetup(line) ?? { url, code });
    });
  });
  after(async () => {
    await running?.close();
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("leads from the code in the log to the administrator's first sign-in", async () => {
    const { tenantId, clientId, directoryClientId, directoryClientSecret } = sandbox.config;
    const page = await open();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    /** A result about values that were changed since is gone. */
    const outdated = (words: string) => page.getByText(words).first().waitFor({ state: 'detached', timeout: 5000 });
    await page.goto(url);
    await page.getByLabel('Set-up code').fill('not the code');
    await button('Continue').click();
    await page.getByText('This is not the code.', { exact: false }).waitFor();
    await page.getByLabel('Set-up code').fill(code);
    await button('Continue').click();

    expect(await page.getByLabel('Redirect URI', { exact: true }).inputValue()).to.equal(`${url}/`);
    expect(await page.evaluate(FOCUSED), 'the focus, after the form of the code').to.equal('MAIN');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy “Redirect URI of the desktop app”').click();
    await page.getByText('Copied', { exact: false }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('http://localhost');
    await button('Finish the set-up').click();
    const isFaulty = "[...document.querySelectorAll('input[aria-invalid=true]')].length";
    await page.getByText('Client ID of the second registration: This is required.').waitFor();
    expect(await page.evaluate(isFaulty), 'all that is empty').to.equal(5);
    await page.getByLabel('Tenant ID').fill(tenantId!);
    expect(await page.evaluate(isFaulty), 'what was filled in since is right for now').to.equal(4);
    await page.getByLabel('Client ID', { exact: true }).fill(directoryClientId!);
    await button('Test the sign-in').click();
    await page.getByText('The client registration does not name', { exact: false }).waitFor();
    await page.getByLabel('Client ID', { exact: true }).fill(clientId!);
    await outdated('The client registration does not name');
    await button('Test the sign-in').click();
    await page.getByText('The registration names the redirect URI.').waitFor();

    await page.getByLabel('Client ID of the second registration').fill(directoryClientId!);
    await page.getByLabel('Client secret', { exact: true }).fill('not the secret');
    await button('Test the directory').click();
    await page.getByText('This is not the secret.', { exact: false }).waitFor();
    await page.getByLabel('E-mail address or user name').fill('nobody@sandbox.test');
    await button('Finish the set-up').click();
    await page.getByText('This is not the secret.', { exact: false }).nth(1).waitFor();
    await page.getByLabel('Client secret', { exact: true }).fill(directoryClientSecret!);
    await outdated('This is not the secret.');
    await button('Test the directory').click();
    await page.getByText('People and their groups can be read.').waitFor();

    await button('Finish the set-up').click();
    await page.getByText('nobody@sandbox.test', { exact: false }).first().waitFor();
    await page.getByLabel('E-mail address or user name').fill('tim@sandbox.test');
    await button('Look in the directory').click();
    await page.getByText('Found: Tim', { exact: false }).waitFor();
    await page.getByLabel('E-mail address or user name').fill('grace@sandbox.test');
    await outdated('Found: Tim');
    await page.getByLabel('E-mail address or user name').fill('tim@sandbox.test');
    await button('Finish the set-up').click();

    await signInOn(page).as('Tim Berners-Lee');
    await page.getByText('It has all required permissions', { exact: false }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.to.contain(
      directoryClientSecret,
    );
    const expected = /^(401|422|503) |status of (401|422|503)|ERR_CONNECTION_REFUSED/;
    expect(complaints.filter((each) => !expected.test(each))).to.deep.equal([]);
  });

  it('is shown to administrators later, with its values', async () => {
    const page = await open();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${url}/#/setup`);
    await signInOn(page).as('Tim Berners-Lee');
    await page.getByLabel('Tenant ID').waitFor();
    expect(await page.getByLabel('Tenant ID').inputValue()).to.equal(sandbox.config.tenantId);
    expect(await page.getByLabel('Client secret', { exact: true }).inputValue()).to.equal('');
    await button('Test the directory').click();
    await page.getByText('People and their groups can be read.').waitFor();
    await page.getByLabel('A group').check();
    await page.getByLabel('Name, e-mail address or ID of the group').fill('Legal');
    await button('Save').click();
    await page.getByText('Saved.').waitFor();
    expect(await page.evaluate(FOCUSED), 'the focus, after the pressed button').to.not.equal('BODY');
    const { live } = (await running.product).services;
    const legal = sandbox.tenant.groups.find(({ displayName }) => displayName === 'Legal')!.id;
    expect(live.current().adminGroupIds).to.deep.equal([legal]);
  });

  it('shows on the directory page how the server signs in, and tests another way before storing it', async () => {
    const page = await open();
    const dialog = page.getByRole('dialog');
    await page.goto(`${url}/#/admin/graphsecurity`);
    await signInOn(page).as('Tim Berners-Lee');
    await page.getByText('A client secret', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByLabel('Client secret', { exact: true }).fill('not the secret');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is not the secret.', { exact: false }).first().waitFor();
    await dialog.getByLabel('Client secret', { exact: true }).fill('');
    await dialog.getByRole('combobox', { name: 'It signs in with' }).click();
    await page.getByRole('option', { name: 'The managed identity', exact: false }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('has no managed identity', { exact: false }).first().waitFor();
    const { live } = (await running.product).services;
    expect(live.current().directoryAuthType).to.equal('clientCredentials');
    await dialog.getByRole('combobox', { name: 'It signs in with' }).click();
    await page.getByRole('option', { name: 'A client secret' }).click();
    await dialog.getByLabel('Client secret', { exact: true }).fill(sandbox.config.directoryClientSecret!);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('It has all required permissions', { exact: false }).waitFor();
  });
});

// cspell:ignore adml admx
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { POLICY_KEY, readPolicy } from '../../../desktop/main/policy.ts';
import { until } from '../../support/until.ts';
import { memoryLog, startDesktopApp } from './desktopApp.ts';

const absent = (): never => {
  throw Object.assign(new Error('none'), { code: 'ENOENT' });
};

function read(platform: NodeJS.Platform, text: string | null) {
  const { log, lines } = memoryLog();
  const asked: string[] = [];
  const give = (name: string): string => (asked.push(name), text ?? absent());
  const policy = readPolicy({ platform, readFile: give, queryRegistry: give, log });
  return { policy, asked, events: lines.map(({ event }) => event) };
}

const whole = { server: 'https://handback.example.com', updates: false, openAtLogin: true, hidePreviews: true };
/** As `reg query` prints it. */
const REGISTRY = [
  '',
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Handback',
  '    Server    REG_SZ    https://handback.example.com',
  '    Updates    REG_DWORD    0x0',
  '    OpenAtLogin    REG_DWORD    0x1',
  '    HidePreviews    REG_DWORD    0x1',
  '',
].join('\r\n');

describe('the policy of a machine', () => {
  it('is read from a place where only administrators can write', () => {
    expect(read('linux', JSON.stringify(whole))).to.deep.include({
      policy: whole,
      asked: ['/etc/handback/policy.json'],
    });
    expect(read('darwin', JSON.stringify(whole)).asked).to.deep.equal([
      '/Library/Application Support/Handback/policy.json',
    ]);
    expect(read('win32', REGISTRY)).to.deep.include({
      policy: whole,
      asked: ['HKLM\\SOFTWARE\\Policies\\Handback'],
      events: ['policy'],
    });
  });

  it('is empty if none exists', () => {
    for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const)
      expect(read(platform, null), platform).to.deep.include({ policy: {}, events: [] });
  });

  it('is ignored as a whole if it is invalid, and the log says so', () => {
    for (const wrong of [
      '',
      '{"updates":fal',
      'null',
      '[]',
      '"text"',
      JSON.stringify({ ...whole, server: 'http://handback.example.com' }),
      JSON.stringify({ ...whole, updates: 'no' }),
      JSON.stringify({ ...whole, more: true }),
    ])
      expect(read('linux', wrong), wrong).to.deep.include({ policy: {}, events: ['policy ignored'] });
    for (const wrong of [
      REGISTRY.replace('0x0', '0x7'),
      REGISTRY.replace('Updates', 'Update'),
      REGISTRY.replace('https', 'ftp'),
      REGISTRY.replace('    REG_SZ    https://handback.example.com', '    REG_SZ'),
    ])
      expect(read('win32', wrong), wrong).to.deep.include({ policy: {}, events: ['policy ignored'] });
  });

  it('has a template for group policies with every setting and its description', () => {
    const template = readFileSync('desktop/packing/policy/Handback.admx', 'utf8');
    const all = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, found]) => found!));
    const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);
    expect([...all(template, /valueName="(\w+)"/g)]).to.have.members(Object.keys(whole).map(capital));
    expect([...all(template, / key="([^"]+)"/g)].map((key) => `HKLM\\${key}`)).to.deep.equal([POLICY_KEY]);
    for (const language of ['en-US', 'de-DE']) {
      const words = readFileSync(`desktop/packing/policy/${language}/Handback.adml`, 'utf8');
      for (const kind of ['string', 'presentation']) {
        const wanted = all(template, new RegExp(`\\$\\(${kind}\\.([\\w.]+)\\)`, 'g'));
        expect([...all(words, new RegExp(`<${kind} id="([^"]+)"`, 'g'))], language).to.have.members([...wanted]);
      }
    }
  });

  it('applies to everybody on the machine', async () => {
    const { server: _server, ...policy } = whole;
    const app = await startDesktopApp(null, { policy });
    expect(app.electron.state.opensAtLogin).to.equal(true);
    for (const label of ['Open when I log in', 'Hide what is asked in notifications'])
      expect(app.electron.item(label)).to.deep.include({ checked: true, enabled: false });
    await app.close();
    await until(() => app.electron.state.isQuit);
  });
});

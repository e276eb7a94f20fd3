import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { reportOnDrives } from '../../server/composition/driveReport.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import { SETTING_NAMES, SETTINGS, type SettingValues } from '../../server/foundation/settings/settingTable.ts';

describe('npm run verify:tenant for personal drives (behaviour 2.9)', () => {
  let sandbox: Sandbox;
  beforeEach(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  afterEach(() => sandbox.close());

  const initial = () =>
    Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].initial])) as unknown as SettingValues;
  const report = (more: Partial<SettingValues> = {}) => {
    const { tenantId, clientId, directoryClientId, directoryClientSecret, originMap } = sandbox.config;
    const ids = { tenantId, clientId, directoryClientId, directoryClientSecret };
    const values: SettingValues = { ...initial(), ...ids, personalFileLocation: 'personalDrive', ...more };
    return reportOnDrives(values, createPlatformFetch(originMap));
  };

  it('is silent if files are stored on the disk', async () => {
    expect(await report({ personalFileLocation: 'local' })).to.deep.equal({ isOk: true, lines: [] });
    expect(await report({ directoryClientId: null })).to.deep.equal({ isOk: true, lines: [] });
    expect(sandbox.graph.requests).to.deep.equal([]);
  });

  it('tests whether a file can be stored in a drive, and leaves none', async () => {
    sandbox.graph.drives.takeAway('ada');
    expect(await report()).to.deep.equal({ isOk: true, lines: ['ok   Files can be kept in personal drives.'] });
    expect(sandbox.graph.drives.openSessions()).to.equal(0);
    const { library } = sandbox.graph.drives.of(sandbox.tenant.people[1]!.key);
    expect(library.items().filter(({ content }) => content !== null)).to.deep.equal([]);
    sandbox.graph.drives.refuseSessions(true);
    expect((await report()).lines).to.deep.equal([
      'ok   Files can be kept in personal drives, large ones in one request.',
    ]);
  });

  it('says what is missing, and if nobody has a drive', async () => {
    const { server } = sandbox.tenant.registrations;
    server.application['graph'] = server.application['graph']!.filter((each) => each !== 'Files.ReadWrite.All');
    const link = `https://login.microsoftonline.com/${sandbox.tenant.id}/adminconsent?client_id=${server.clientId}`;
    expect(await report()).to.deep.equal({
      isOk: false,
      lines: [
        `FAIL Files in personal drives: consent is missing for Files.ReadWrite.All. An administrator gives it at ${link}`,
      ],
    });
    server.application['graph'].push('Files.ReadWrite.All');
    for (const { key } of sandbox.tenant.people) sandbox.graph.drives.takeAway(key);
    expect((await report()).lines[0]).to.match(/^ {5}Not known: /);
    sandbox.graph.failNext(100, 500);
    expect((await report()).lines).to.deep.equal([
      'FAIL Files in personal drives: The directory has trouble right now.',
    ]);
  });
});

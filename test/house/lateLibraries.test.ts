import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('./lateLibraries.ts', import.meta.url));
/** Together they take a server longer to load than everything else. */
const LATE = ['botbuilder', '@microsoft/teams-ai', 'adaptivecards-templating', '@slack/bolt', '@azure/msal-node'];

describe('libraries that are slow to load', function () {
  this.timeout(60_000);

  it('are loaded on first use, not before the server listens', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', SCRIPT]);
    const read = JSON.parse(stdout) as string[];
    expect(read).to.include('knex');
    expect(read.filter((name) => LATE.includes(name))).to.deep.equal([]);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ajvDraft04 from 'ajv-draft-04';
import { expect } from 'chai';
import { strFromU8, unzipSync } from 'fflate';
import packageJson from '../../package.json' with { type: 'json' };
import { fill, type ManifestError, readValues, withScopes, type App } from '../../manifests/fill.ts';
import { runCommand } from '../support/command.ts';
import { beyondSlack } from './slackLimits.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const TEAMS_APP_ID = '30000000-0000-4000-8000-000000000003';
const DIRECTORY_CLIENT_ID = '20000000-0000-4000-8000-000000000002';
const GIVEN = { PUBLIC_URL: 'https://ask.example.com/', TEAMS_APP_ID, DIRECTORY_CLIENT_ID };

interface TeamsManifest {
  $schema: string;
  manifestVersion: string;
  developer: Record<string, string>;
  bots: { commandLists: { commands: { title: string }[] }[] }[];
  [name: string]: unknown;
}

const SCHEMAS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@microsoft/app-manifest/package.json')),
  'build/json-schemas/teams',
);

/** The versions whose schema is in Microsoft's package, newest last, without previews. */
const versions = (): string[] =>
  readdirSync(SCHEMAS)
    .filter((name) => /^v\d+\.\d+$/.test(name))
    .map((name) => name.slice(1))
    .sort((a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1]));

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const template = (app: App): unknown => readJson(path.join(HOUSE, 'manifests', app, 'manifest.json'));
const filledWith = <T>(app: App, env: NodeJS.ProcessEnv = GIVEN): T =>
  fill(template(app), readValues(env, [app], packageJson.version)) as T;

/** Violations of its version's schema by a manifest. */
function againstTeams(manifest: TeamsManifest): string[] {
  const schema = readJson<object>(path.join(SCHEMAS, `v${manifest.manifestVersion}`, 'MicrosoftTeams.schema.json'));
  const Ajv = ajvDraft04.default;
  const validate = new Ajv({ strict: false, allErrors: true, logger: false }).compile(schema);
  validate(manifest);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const problemsOf = (env: NodeJS.ProcessEnv, apps: App[] = ['teams', 'slack']): string[] => {
  try {
    readValues(env, apps, '1.0.0');
  } catch (error) {
    return (error as ManifestError).problems;
  }
  return [];
};

describe('the Teams manifest', () => {
  it("is valid by Microsoft's newest schema", () => {
    const manifest = filledWith<TeamsManifest>('teams');
    expect(manifest.manifestVersion).to.equal(versions().at(-1));
    expect(manifest.$schema).to.include(`/v${manifest.manifestVersion}/`);
    expect(againstTeams(manifest)).to.deep.equal([]);
  });

  it('is checked against a schema that can refuse', () => {
    const { developer: _, ...without } = filledWith<TeamsManifest>('teams');
    expect(againstTeams(without as TeamsManifest)).to.deep.equal([" must have required property 'developer'"]);
    const named = { ...filledWith<TeamsManifest>('teams'), id: '{{TEAMS_APP_ID}}', strange: 1 };
    expect(againstTeams(named)).to.have.length(2);
  });

  it('names the bot, whom it serves, and what it does', () => {
    const manifest = filledWith<TeamsManifest>('teams');
    expect(manifest).to.deep.include({ id: TEAMS_APP_ID, validDomains: ['ask.example.com'] });
    expect(manifest['version']).to.equal(packageJson.version);
    expect(manifest['webApplicationInfo']).to.deep.equal({
      id: DIRECTORY_CLIENT_ID,
      resource: `api://${DIRECTORY_CLIENT_ID}`,
    });
    expect(manifest.bots[0]).to.deep.include({ botId: TEAMS_APP_ID, scopes: ['personal'] });
    expect(manifest.bots[0]!.commandLists[0]!.commands.map(({ title }) => title)).to.deep.equal(['inbox', 'help']);
  });

  it('names the operator, if set', () => {
    expect(filledWith<TeamsManifest>('teams').developer).to.deep.equal({
      name: 'Handback',
      websiteUrl: 'https://ask.example.com',
      privacyUrl: 'https://ask.example.com',
      termsOfUseUrl: 'https://ask.example.com',
    });
    const more = { DEVELOPER_NAME: 'Example', PRIVACY_URL: 'https://example.com/privacy' };
    expect(filledWith<TeamsManifest>('teams', { ...GIVEN, ...more }).developer).to.include({
      name: 'Example',
      privacyUrl: 'https://example.com/privacy',
    });
  });
});

describe('the Slack manifest', () => {
  it('keeps to what Slack documents', () => {
    expect(beyondSlack(filledWith('slack'))).to.deep.equal([]);
  });

  it('is checked against limits that can refuse', () => {
    const manifest = filledWith<Record<string, Record<string, unknown>>>('slack');
    const wrong = {
      ...manifest,
      display_information: { ...manifest['display_information'], name: 'x'.repeat(36), long_description: 'Short.' },
      features: { ...manifest['features'], slash_commands: Array.from({ length: 6 }, () => ({ command: '/' })) },
      strange: true,
    };
    expect(beyondSlack(wrong)).to.have.members([
      'display_information.name has 36 characters',
      'display_information.long_description has 6 characters',
      'features.slash_commands has 6 entries',
      ...Array.from({ length: 6 }, (_, n) => `features.slash_commands.${n}.command has 1 characters`),
      'strange is not known',
    ]);
  });

  it('sends all Slack events to the one address that verifies them', () => {
    const text = JSON.stringify(filledWith('slack'));
    const addresses = text.match(/https:[^"]+/g);
    expect(new Set(addresses)).to.deep.equal(new Set(['https://ask.example.com/api/slack/events']));
    expect(addresses).to.have.length(3);
  });

  it('requests file access only if people choose files in Slack', () => {
    const scopes = (env: NodeJS.ProcessEnv) => {
      const values = readValues({ ...GIVEN, ...env }, ['slack'], packageJson.version);
      return withScopes(fill(template('slack'), values) as Parameters<typeof withScopes>[0], values).oauth_config.scopes
        .bot;
    };
    expect(scopes({})).to.not.include('files:read');
    expect(scopes({ SLACK_NATIVE_PICKERS: 'true' })).to.deep.equal([...scopes({}), 'files:read']);
    expect(problemsOf({ ...GIVEN, SLACK_NATIVE_PICKERS: 'yes' }, ['slack'])).to.deep.equal([
      'SLACK_NATIVE_PICKERS must be true or false',
    ]);
  });

  it('needs only the address', () => {
    expect(problemsOf({ PUBLIC_URL: 'https://ask.example.com' }, ['slack'])).to.deep.equal([]);
  });
});

describe('values of the manifests', () => {
  it('are requested by name, all missing ones at once', () => {
    const problems = problemsOf({});
    expect(problems.map((problem) => problem.split(' ')[0])).to.deep.equal([
      'PUBLIC_URL',
      'TEAMS_APP_ID',
      'DIRECTORY_CLIENT_ID',
    ]);
    for (const problem of problems) expect(problem).to.include('is missing: ');
    expect(problemsOf({ PUBLIC_URL: '  ' }, ['slack'])).to.have.length(1);
  });

  it('are refused if a platform would refuse them', () => {
    const refused = (more: NodeJS.ProcessEnv) =>
      problemsOf({ ...GIVEN, ...more }).map((text) => text.split(' must ')[0]);
    expect(refused({ PUBLIC_URL: 'http://ask.example.com' })).to.deep.equal(['PUBLIC_URL']);
    expect(refused({ PUBLIC_URL: 'ask.example.com' })).to.deep.equal(['PUBLIC_URL']);
    for (const end of ['/?a=1', '#a'])
      expect(refused({ PUBLIC_URL: `https://ask.example.com${end}` }), end).to.deep.equal(['PUBLIC_URL']);
    expect(refused({ PUBLIC_URL: 'https://me@ask.example.com' })).to.deep.equal(['PUBLIC_URL']);
    expect(refused({ PUBLIC_URL: 'https://ask.example.com/here' }), 'as the server').to.deep.equal(['PUBLIC_URL']);
    const values = readValues({ ...GIVEN, PUBLIC_URL: 'HTTPS://Ask.Example.com:443/' }, ['slack'], '1.0.0');
    expect(values['PUBLIC_URL'], 'as the server').to.equal('https://ask.example.com');
    expect(refused({ TEAMS_APP_ID: 'handback' })).to.deep.equal(['TEAMS_APP_ID']);
    expect(refused({ DEVELOPER_NAME: 'x'.repeat(33) })).to.deep.equal(['DEVELOPER_NAME']);
    expect(refused({ PRIVACY_URL: 'http://example.com' })).to.deep.equal(['PRIVACY_URL']);
    expect(refused({ PUBLIC_URL: 'http://localhost:3000' }), 'to look at it here').to.deep.equal([]);
  });

  it('stay inside the text around them', () => {
    const name = '"}], "x": "{{PUBLIC_URL}}';
    const manifest = filledWith<TeamsManifest>('teams', { ...GIVEN, DEVELOPER_NAME: name });
    expect(manifest.developer['name']).to.equal(name);
    expect(againstTeams(manifest)).to.deep.equal([]);
  });

  it('are all that a template may use', () => {
    expect(() => fill({ a: ['{{NOBODY}}'] }, {})).to.throw('NOBODY');
    expect(fill([1, null, true, 'a {{B}} {{B}}'], { B: 'b' })).to.deep.equal([1, null, true, 'a b b']);
  });
});

describe('npm run manifests', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-manifests-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const run = (env: Record<string, string>, ...args: string[]) =>
    runCommand('manifests/write.ts', args, { env, cwd: folder });

  it('writes the zip that Teams accepts, and the manifest for Slack', async () => {
    const { status, stdout, stderr } = await run(GIVEN);
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(stdout.split('\n').filter(Boolean)).to.deep.equal([
      `Wrote ${path.join('out', 'manifests', 'teams.zip')}`,
      `Wrote ${path.join('out', 'manifests', 'slack.json')}`,
    ]);
    const files = unzipSync(new Uint8Array(await readFile(path.join(folder, 'out/manifests/teams.zip'))));
    expect(Object.keys(files)).to.have.members(['manifest.json', 'color.png', 'outline.png']);
    const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as TeamsManifest;
    expect(againstTeams(manifest)).to.deep.equal([]);
    const { icons } = manifest as unknown as { icons: Record<string, string> };
    for (const name of Object.values(icons))
      expect(Buffer.compare(files[name]!, readFileSync(path.join(HOUSE, 'manifests/teams', name))), name).to.equal(0);
    expect(readJson(path.join(folder, 'out/manifests/slack.json'))).to.deep.equal(filledWith('slack'));
  });

  it('writes only the requested one', async () => {
    const { status, stdout } = await run({ PUBLIC_URL: 'https://ask.example.com' }, 'slack');
    expect([status, stdout]).to.deep.equal([0, `Wrote ${path.join('out', 'manifests', 'slack.json')}\n`]);
  });

  it('says what is missing, and writes nothing', async () => {
    const { status, stdout, stderr } = await run({ PUBLIC_URL: 'https://ask.example.com' });
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.include('TEAMS_APP_ID is missing').and.to.include('README').and.to.not.include('    at ');
    expect((await run(GIVEN, 'pigeon')).stderr).to.include('there is no manifest for pigeon');
    for (const args of [
      ['teams', 'slack'],
      ['entra', '--without', 'groups'],
      ['entra', '--with'],
    ]) {
      const misread = await run(GIVEN, ...args);
      expect([misread.status, misread.stdout], args.join(' ')).to.deep.equal([1, '']);
      expect(misread.stderr).to.match(/^The manifests were not written:/);
    }
  });
});

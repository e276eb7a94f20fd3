// cspell:ignore Pbbj
import { expect } from 'chai';
import { build, Platform } from 'electron-builder';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { appManifest, repository } from '../../../desktop/appManifest.ts';
import { builderConfig, FUSES } from '../../../desktop/packing/builderConfig.ts';
import { isOlder } from '../../../desktop/main/servers.ts';
import { writeIcons } from '../../../desktop/packing/iconFiles.ts';
import { buildDesktop } from '../support/buildDesktop.ts';

/** Precedes Electron's switches in its executable: https://github.com/electron/fuses */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** As much of Electron as the start needs until it learns that another instance is running. */
const STAND_IN = `
const app = {
  isPackaged: true,
  getPath: () => __dirname,
  getVersion: () => '0.1.0',
  getName: () => 'Handback',
  whenReady: async () => undefined,
  requestSingleInstanceLock: () => false,
  quit: () => console.log('another instance runs'),
  exit: () => process.exit(1),
};
const nothing = {};
module.exports = { app, BrowserWindow: nothing, dialog: nothing, ipcMain: nothing, Menu: nothing, nativeImage: nothing,
  net: nothing, Notification: nothing, powerMonitor: nothing, protocol: nothing, safeStorage: nothing,
  session: { fromPartition: () => nothing }, shell: nothing, Tray: nothing };
`;

describe('the built desktop app', function () {
  this.timeout(300_000);
  let app: string;
  let folder: string;
  before(async () => {
    app = await buildDesktop();
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-packing-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('needs no package at run time: main and preload import Electron and built-in modules of Node', () => {
    const imported = ['main/index.js', 'preload/index.cjs'].flatMap((file) =>
      importsIn(readFileSync(path.join(app, file), 'utf8')),
    );
    expect(imported).to.include('electron');
    expect(imported.filter((name) => name !== 'electron' && !isBuiltin(name))).to.deep.equal([]);
    expect(importsIn('import pTimeout from "p-timeout";'), 'it would be seen').to.deep.equal(['p-timeout']);
  });

  it('starts with nothing but Electron, and the bundled updater', async () => {
    const place = path.join(folder, 'alone');
    await cp(app, place, { recursive: true });
    await mkdir(path.join(place, 'node_modules', 'electron'), { recursive: true });
    await writeFile(path.join(place, 'node_modules', 'electron', 'index.js'), STAND_IN);
    await writeFile(path.join(place, 'app-update.yml'), '');
    await writeFile(
      path.join(place, 'begin.js'),
      `process.resourcesPath = ${JSON.stringify(place)}; import('./main/index.js');`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(place, 'begin.js')], {
      env: { ...process.env, APPIMAGE: '/opt/handback.AppImage', NODE_OPTIONS: '' },
    });
    expect(stdout).to.equal('another instance runs\n');
  });

  it("has the product's version, which its own server accepts", () => {
    const manifest = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8')) as {
      version: string;
      main: string;
    };
    expect(manifest).to.deep.equal(appManifest());
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(manifest.version).to.equal(version);
    const [, minimum] = /minimumDesktopVersion: '([^']+)'/.exec(
      readFileSync('server/composition/clientConfig.ts', 'utf8'),
    )!;
    expect(isOlder(version, minimum!)).to.equal(false);
    expect(existsSync(path.join(app, manifest.main))).to.equal(true);
  });

  it('has all files to package', () => {
    const wanted = (builderConfig({}).files as string[]).filter((pattern) => !pattern.startsWith('!'));
    for (const pattern of wanted)
      expect(existsSync(path.join(app, pattern.replace('/**', ''))), pattern).to.equal(true);
  });

  // the builder's changes to Electron are checked on a file that has only the switches
  it('is packaged with its files only, with every fuse as listed, and a feed', async function () {
    const electronDist = path.join(folder, 'electron');
    for (const part of ['resources', 'locales']) await mkdir(path.join(electronDist, part), { recursive: true });
    await writeFile(path.join(electronDist, 'locales', 'en-US.pak'), ''); // folders without files are not copied
    const wire = Buffer.concat([
      Buffer.from(SENTINEL),
      Buffer.from([1, 9]),
      Buffer.from('101011101'),
      Buffer.alloc(64),
    ]);
    await writeFile(path.join(electronDist, 'electron'), wire, { mode: 0o755 });
    const output = path.join(folder, 'installers');
    const config = builderConfig({
      HANDBACK_ELECTRON_DIST: electronDist,
      HANDBACK_UPDATES_URL: 'https://updates.example.com/desktop',
    });
    await writeIcons();
    await build({
      projectDir: repository,
      publish: 'never',
      targets: Platform.LINUX.createTarget('dir'),
      config: { ...config, directories: { ...config.directories, output } },
    });
    const packed = path.join(
      output,
      readdirSync(output).find((name) => name.endsWith('unpacked'))!,
    );
    expect(filesIn(readFileSync(path.join(packed, 'resources', 'app.asar')))).to.have.members([
      'main',
      'package.json',
      'preload',
      'renderer',
    ]);
    expect(readFileSync(path.join(packed, 'resources', 'app-update.yml'), 'utf8')).to.contain(
      'https://updates.example.com/desktop',
    );
    // followed by the list's version, its length, and a digit for each, in the order of FUSES
    const program = readFileSync(path.join(packed, 'handback'));
    const begin = program.indexOf(SENTINEL) + SENTINEL.length + 2;
    const digits = Object.values<boolean>(FUSES).map((isOn) => (isOn ? '1' : '0'));
    expect(program.toString('latin1', begin, begin + digits.length)).to.equal(digits.join(''));
  });
});

/** The imports of a bundle, in any form. */
const importsIn = (code: string): string[] =>
  [
    ...code.matchAll(
      /^\s*(?:import|export)\b[^'";]*?from\s*["']([^"']+)["']|^import\s*["']([^"']+)["']|\b(?:require|import)\(["']([^"']+)["']\)/gm,
    ),
  ].map(([, one, two, three]) => (one ?? two ?? three)!);

/** The top-level names of an archive, whose header is JSON after four lengths. */
function filesIn(archive: Buffer): string[] {
  const head = archive.subarray(16, 16 + archive.readUInt32LE(12)).toString();
  return Object.keys((JSON.parse(head) as { files: object }).files);
}

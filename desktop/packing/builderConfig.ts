import type { Configuration } from 'electron-builder';
import { electronVersion } from '../appManifest.ts';
import {
  hasAll,
  macSigning,
  PackingError,
  windowsSigning,
  type MacSigning,
  type PackingEnv,
  type WindowsSigning,
} from './signing.ts';

/** The output folder for installers and their parts, relative to the repository. */
export const INSTALLERS = 'out/installers';
export const ICONS = 'out/icons';

/** Electron features that are switched off in the packed app. https://www.electronjs.org/docs/latest/tutorial/fuses */
export const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const;

type Feed = Configuration['publish'];

const BOTH: ('x64' | 'arm64')[] = ['x64', 'arm64'];

/**
 * The electron-builder configuration (https://www.electron.build/configuration) for this environment. The builder reads
 * secrets from the environment itself.
 *
 * An unsigned build has no feed and never updates itself, because it could not tell an update from a forgery. Linux
 * checks no signatures; there the feed's https is the protection.
 *
 * @throws PackingError naming what is missing
 */
export function builderConfig(env: PackingEnv): Configuration {
  const windows = windowsSigning(env);
  const mac = macSigning(env);
  const linux = linuxPublisher(env);
  const feed = feedOf(env);
  return {
    appId: 'app.handback.desktop',
    productName: 'Handback',
    copyright: 'Handback',
    directories: { app: 'out/desktop', output: INSTALLERS, buildResources: ICONS },
    files: ['main/**', 'preload/**', 'renderer/**', 'package.json', '!**/.vite/**', '!**/*.map'],
    asar: true,
    beforeBuild: async () => false, // no dependencies to install: everything is bundled
    electronVersion: electronVersion(),
    ...(env['HANDBACK_ELECTRON_DIST'] && { electronDist: env['HANDBACK_ELECTRON_DIST'] }),
    electronFuses: { ...FUSES, resetAdHocDarwinSignature: mac === null },
    electronLanguages: ['en', 'en-GB', 'en-US', 'de'],
    protocols: [{ name: 'Handback', schemes: ['handback'] }],
    // eslint-disable-next-line no-template-curly-in-string -- these are macros of electron-builder, not of JavaScript
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    publish: null,
    ...(linux && { extraMetadata: { homepage: linux.homepage } }),
    ...forWindows(windows, feed),
    ...forMac(mac, feed),
    ...forLinux(linux, feed),
  };
}

/** A per-user installer, and a package for administrators to distribute. */
const forWindows = (signing: WindowsSigning | null, feed: Feed): Pick<Configuration, 'win' | 'nsis' | 'msi'> => ({
  win: {
    target: [
      { target: 'nsis', arch: BOTH },
      { target: 'msi', arch: ['x64'] },
    ],
    icon: `${ICONS}/handback.ico`,
    ...signing,
    publish: signing && feed,
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    deleteAppDataOnUninstall: false,
    include: 'desktop/packing/installer.nsh',
  },
  msi: { oneClick: true, perMachine: true, runAfterFinish: false },
});

/** A disk image to install from, and an archive. */
const forMac = (signing: MacSigning | null, feed: Feed): Pick<Configuration, 'mac'> => ({
  mac: {
    target: [
      { target: 'dmg', arch: BOTH },
      { target: 'zip', arch: BOTH }, // needed for updates
    ],
    icon: `${ICONS}/handback.icns`,
    category: 'public.app-category.business',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    ...(signing ?? { identity: null, notarize: false }),
    publish: signing && feed,
  },
});

/** A self-updating AppImage; plus packages that the system updates, if a maintainer is named. */
const forLinux = (publisher: LinuxPublisher | null, feed: Feed): Pick<Configuration, 'linux' | 'deb' | 'rpm'> => ({
  linux: {
    target: ['AppImage', ...(publisher ? ['deb', 'rpm'] : [])].map((target) => ({ target, arch: BOTH })),
    icon: `${ICONS}/linux`,
    executableName: 'handback',
    category: 'Office',
    synopsis: 'Questions of your flows, in your tray',
    ...(publisher && { maintainer: publisher.maintainer }),
    syncDesktopName: true,
    publish: feed,
  },
  deb: { publish: null }, // the system's package manager updates these two
  rpm: { publish: null },
});

/** Required by `deb` and `rpm`. */
interface LinuxPublisher {
  /** `Name <address>` */
  maintainer: string;
  homepage: string;
}

const MAINTAINER = /^[^<>\s][^<>]* <[^<>@\s]+@[^<>@\s]+>$/;

/** @returns null: no maintainer is set */
function linuxPublisher(env: PackingEnv): LinuxPublisher | null {
  if (!hasAll(env, ['HANDBACK_MAINTAINER', 'HANDBACK_HOMEPAGE'])) return null;
  const maintainer = env['HANDBACK_MAINTAINER']!;
  const homepage = env['HANDBACK_HOMEPAGE']!;
  if (!MAINTAINER.test(maintainer)) throw new PackingError('HANDBACK_MAINTAINER must be a name and <address>.');
  if (!isHttps(homepage)) throw new PackingError('HANDBACK_HOMEPAGE must be an https address.');
  return { maintainer, homepage };
}

const isHttps = (address: string): boolean =>
  URL.canParse(address) && new URL(address).protocol === 'https:' && new URL(address).username === '';

/** The app's update feed; null: none. */
function feedOf(env: PackingEnv): Feed {
  const url = env['HANDBACK_UPDATES_URL'];
  if (!url) return null;
  if (!isHttps(url))
    throw new PackingError('HANDBACK_UPDATES_URL must be an https address without a name and password.');
  return [{ provider: 'generic', url }];
}

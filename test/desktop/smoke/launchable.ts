import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Launchable {
  executablePath: string;
  args: string[];
}

export interface LaunchParts {
  env: Readonly<Record<string, string | undefined>>;
  /** The package `electron`. */
  electron: string;
  /** The built app. */
  app: string;
  platform: NodeJS.Platform;
}

/**
 * What to start: the packaged app of `HANDBACK_PACKED`, or the built one with the Electron of `ELECTRON_BIN` or of its
 * package. The package itself is never imported, because that would download the program.
 *
 * @returns the reason if nothing can be started
 */
export function launchable({ env, electron, app, platform }: LaunchParts): Launchable | string {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return 'there is no display; xvfb-run gives it one';
  const packed = env['HANDBACK_PACKED'];
  if (packed)
    return existsSync(packed) ? { executablePath: packed, args: [] } : `HANDBACK_PACKED: ${packed} is not there`;
  const executablePath = env['ELECTRON_BIN'] ?? installed(electron);
  if (!executablePath)
    return `Electron was not fetched: node ${path.join('node_modules', 'electron', 'install.js')} does`;
  return existsSync(executablePath) ? { executablePath, args: [app] } : `there is no Electron at ${executablePath}`;
}

/** The program in its package, located as the package does it. */
function installed(electron: string): string | null {
  const note = path.join(electron, 'path.txt');
  return existsSync(note) ? path.join(electron, 'dist', readFileSync(note, 'utf8').trim()) : null;
}

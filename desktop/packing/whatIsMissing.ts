/** Matches messages of the builder and Node when a download failed. */
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|HTTPError|Response code \d/i;

/** Advice for a failed build; null: the failure is not a known one. */
export function whatIsMissing(message: string, electron: string): string | null {
  if (/electron-builder-binaries|downloadBuilderToolset|toolset/i.test(message) && UNREACHABLE.test(message))
    return (
      'A tool of the builder could not be fetched from GitHub (github.com/electron-userland/electron-builder-binaries).\n' +
      'Set ELECTRON_BUILDER_BINARIES_MIRROR to a mirror of its releases.'
    );
  if (/does not exist/.test(message) && /electronDist/.test(message))
    return 'HANDBACK_ELECTRON_DIST names no folder and no archive that is there.';
  if (UNREACHABLE.test(message))
    return (
      `Electron ${electron} could not be fetched from GitHub (github.com/electron/electron/releases).\n` +
      'Set ELECTRON_MIRROR to a mirror of its releases, or HANDBACK_ELECTRON_DIST to a folder with it:\n' +
      `electron-v${electron}-<platform>-<arch>.zip, or such an archive unpacked.`
    );
  if (/wine/i.test(message)) return 'Installers for Windows are made on Windows, or where wine is installed.';
  if (/rpmbuild|fpm|rpm/i.test(message))
    return 'Packages for Linux need rpmbuild (package rpm) beside the tools that are fetched.';
  return null;
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Configuration } from 'electron-builder';

/** The environment variables of the packing process: all secrets, and everything that differs between publishers. */
export type PackingEnv = Readonly<Record<string, string | undefined>>;

export type WindowsSigning = Pick<
  NonNullable<Configuration['win']>,
  'azureSignOptions' | 'signtoolOptions' | 'forceCodeSigning'
>;
export type MacSigning = Pick<NonNullable<Configuration['mac']>, 'notarize' | 'forceCodeSigning'>;

const AZURE = ['HANDBACK_AZURE_ENDPOINT', 'HANDBACK_AZURE_ACCOUNT', 'HANDBACK_AZURE_PROFILE'] as const;
const APPLE_KEY = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] as const;
const APPLE_ID = ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'] as const;

/** A variable is missing or invalid. */
export class PackingError extends Error {}

/**
 * How the Windows app is signed: by Azure Trusted Signing, by a command of the publisher (for a hardware module, say),
 * or with a certificate that the builder reads itself (`WIN_CSC_LINK`).
 *
 * @returns null: it is not signed
 */
export function windowsSigning(env: PackingEnv): WindowsSigning | null {
  if (hasAll(env, AZURE))
    return {
      forceCodeSigning: true,
      azureSignOptions: {
        endpoint: env['HANDBACK_AZURE_ENDPOINT']!,
        codeSigningAccountName: env['HANDBACK_AZURE_ACCOUNT']!,
        certificateProfileName: env['HANDBACK_AZURE_PROFILE']!,
        publisherName: publisher(env),
      },
    };
  const command = env['HANDBACK_SIGN_COMMAND'];
  if (command)
    return {
      forceCodeSigning: true,
      signtoolOptions: {
        publisherName: publisher(env),
        signingHashAlgorithms: ['sha256'],
        sign: async ({ path }) => void (await promisify(execFile)(command, [path])),
      },
    };
  return env['WIN_CSC_LINK'] ? { forceCodeSigning: true } : null;
}

/**
 * How the macOS app is signed: with the certificate in `CSC_LINK` or `CSC_NAME`. Apple also notarises it, because macOS
 * does not open downloaded apps otherwise.
 *
 * @returns null: it is not signed
 */
export function macSigning(env: PackingEnv): MacSigning | null {
  if (!env['CSC_LINK'] && !env['CSC_NAME']) return null;
  if (!hasAll(env, APPLE_KEY) && !hasAll(env, APPLE_ID))
    throw new PackingError(`Notarising needs ${APPLE_KEY.join(', ')}, or ${APPLE_ID.join(', ')}.`);
  return { forceCodeSigning: true, notarize: true };
}

/** On Windows the app only accepts updates signed by the same publisher. */
function publisher(env: PackingEnv): string {
  const name = env['HANDBACK_PUBLISHER'];
  if (!name) throw new PackingError('HANDBACK_PUBLISHER is missing: the name in the certificate that signs.');
  return name;
}

/** Whether all of the variables are set; some but not all is a mistake. @throws PackingError naming what is missing */
export function hasAll(env: PackingEnv, names: readonly string[]): boolean {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < names.length)
    throw new PackingError(`${missing.join(', ')} missing beside ${names.filter((name) => env[name]).join(', ')}.`);
  return missing.length === 0;
}

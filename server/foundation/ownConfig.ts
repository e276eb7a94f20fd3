import { readConfig, VARIABLE_NAMES, type Config } from './config.ts';
import { misspeltIn } from './misspeltRules.ts';

/** The configuration of this process. Warns of what looks like a mistake. @throws ConfigError */
export function ownConfig(mode: Config['mode'] = 'tenant'): Config {
  misspeltIn(process.env, VARIABLE_NAMES).forEach(warn); // before an error that one of them may explain
  const config = readConfig(process.env, mode);
  insecureAddress(config).forEach(warn);
  return config;
}

const warn = (line: string) => void process.stderr.write(`Warning: ${line}\n`);

const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A server starts with such an address, but nobody can sign in there. */
export function insecureAddress({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || OWN_MACHINE.test(hostname)) return [];
  return ['PUBLIC_URL is not an https address: browsers and Microsoft Entra ID let nobody sign in there.'];
}

import { readConfig, VARIABLE_NAMES, type Config } from './config.ts';
import { misspeltIn } from './misspeltRules.ts';

/** The configuration of this process. Warns of variables that look misspelt. @throws ConfigError */
export function ownConfig(mode: Config['mode'] = 'tenant'): Config {
  for (const line of misspeltIn(process.env, VARIABLE_NAMES)) process.stderr.write(`Warning: ${line}\n`);
  return readConfig(process.env, mode);
}

// Prints which libraries of LATE this process has loaded once the product listens, with every channel configured.
import Module from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { readConfig } from '../../server/foundation/config.ts';
import { start } from '../../server/main.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-late-'));
const sandbox = await startSandbox({ portBase: 0 });
const config = readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }, 'sandbox');
const product = await start({ ...config, ...sandbox.config }, { withLoops: false });
const { _cache: cache } = Module as unknown as { _cache: Record<string, unknown> };
const packages = Object.keys(cache).map((file) => /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1] ?? '');
console.log(JSON.stringify([...new Set(packages.map((name) => name.replace('\\', '/')))]));
await product.close();
await sandbox.close();
await rm(folder, { recursive: true, force: true });
process.exit();

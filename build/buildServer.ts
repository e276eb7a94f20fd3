// The first half of `npm run build`: the server, its commands, and the sandbox.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundleServer.ts';
import { PROGRAMS } from './programs.ts';

const FOLDER = fileURLToPath(new URL('../out/server', import.meta.url));

const written = new Set(await bundleServer(PROGRAMS, FOLDER));
// only afterwards, and only what is out of date: a server that runs from here may still load a part of itself
for (const name of await readdir(FOLDER)) if (!written.has(name)) await rm(path.join(FOLDER, name));

import { open } from 'node:fs/promises';

/** A file that was linked or renamed stays in its place, even if the power fails, once its folder is flushed. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

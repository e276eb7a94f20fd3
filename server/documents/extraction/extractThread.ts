// A thread of its own: what a file does to whoever reads it, it does here.
import { parentPort } from 'node:worker_threads';
import { extractText } from './extractText.ts';
import type { ExtractOrder } from './extraction.ts';

parentPort!.on('message', ({ name, bytes }: ExtractOrder) => {
  void extractText(name, bytes).then((extracted) => parentPort!.postMessage(extracted));
});
parentPort!.postMessage('ready');

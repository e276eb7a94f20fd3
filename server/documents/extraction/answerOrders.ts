import { extractText } from './extractText.ts';
import type { ExtractOrder } from './extraction.ts';

process.on('message', ({ name, bytes }: ExtractOrder) => {
  void extractText(name, new Uint8Array(bytes)).then((extracted) => process.send!(extracted));
});
process.once('disconnect', () => process.exit());
process.send!('ready');

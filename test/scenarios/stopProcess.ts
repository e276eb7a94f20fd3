// A process that stops on signals; its one argument says whether its stop ever ends.
import { stopOnSignals } from '../../server/foundation/stopOnSignals.ts';

const alive = setInterval(() => {}, 1000);
stopOnSignals(async () => {
  process.send!('stopping');
  if (process.argv[2] === 'hangs') await new Promise(() => {});
  clearInterval(alive);
});
process.send!('ready');

// The expression part of a server: both its processes compute, and would for an hour.
import { createExpressions } from '../../server/flow/expressions.ts';
import { ENDLESS } from './computing.ts';

const HOUR_MS = 3_600_000;

const service = createExpressions({
  count: 2,
  timeoutMs: HOUR_MS,
  budget: { perMinuteMs: HOUR_MS, totalMs: HOUR_MS },
});
const expressions = service.of({ author: 'mallory', execution: 'one' });
for (let n = 0; n < 2; n++) void expressions.evaluate(`$count(${ENDLESS})`, {}).catch(() => {});
process.send!('computing');
setInterval(() => {}, HOUR_MS);

import { z } from 'zod';
import { isRealDay, momentOf } from '../../../contract/answers.ts';
import { failsAs } from '../../../contract/failsAs.ts';
import { Duration, LONGEST_DURATION_MS } from '../duration.ts';
import { nodeFailure, type NodeType } from '../nodeType.ts';

const DelayConfig = z
  .strictObject({
    for: Duration.optional(),
    until: z
      .string()
      .optional()
      .describe('JSONata: an instant (ISO 8601) or milliseconds since 1970')
      .meta({ kind: 'expression' }),
  })
  .refine((config) => (config.for === undefined) !== (config.until === undefined), failsAs('forOrUntil'));
type DelayConfig = z.infer<typeof DelayConfig>;

/**
 * Sleeps until a given time. It waits even if that time has passed, so that a loop through it always pauses.
 *
 * @param timeZone that of days and times without an offset
 */
export const createDelayNode = ({ timeZone }: { timeZone: string }): NodeType<DelayConfig> => ({
  type: 'delay',
  displayName: 'Delay',
  configSchema: DelayConfig,
  effect: 'repeatable',
  isInstant: false,
  waits: true,
  onlyComputes: true,
  expressionsIn: ({ until }) => (until === undefined ? [] : [{ field: 'until', text: until, kind: 'expression' }]),
  async run({ config, expressions, context, now }) {
    if (config.for !== undefined) return { kind: 'wait', record: null, wakeAt: now + config.for };
    const until = await expressions.evaluate(config.until!, context);
    return { kind: 'wait', record: null, wakeAt: toInstant(until, { now, timeZone }) };
  },
});

const DAY_MS = 24 * 60 * 60_000;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?))?$/;

/** `Date.parse` alone guesses: it takes 10.12.2026 for a day in October, and 5 for one in 2001. */
function parseIso(text: string, timeZone: string): number {
  const [, day, time = '00:00'] = ISO.exec(text) ?? [];
  if (day === undefined || !isRealDay(day)) return NaN;
  return momentOf(`${day}T${time}`, timeZone);
}

/** @throws NodeError `bad_instant` */
function toInstant(value: unknown, { now, timeZone }: { now: number; timeZone: string }): number {
  const instant =
    typeof value === 'number' ? value : typeof value === 'string' ? parseIso(value.trim(), timeZone) : NaN;
  if (!Number.isFinite(instant)) throw nodeFailure('bad_instant', { why: value === null ? 'blank' : 'form' });
  if (instant > now + LONGEST_DURATION_MS)
    throw nodeFailure('bad_instant', { why: 'far', count: LONGEST_DURATION_MS / DAY_MS });
  return Math.max(now, Math.round(instant));
}

import type { Recurrence } from '../../../contract/sendings.ts';
import type { Text, TextId } from '../text.ts';

const SIMPLE = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|\d)$/;

const two = (part: string | undefined): string => String(part).padStart(2, '0');

/**
 * A recurrence in the words of the assign dialog: `Every Monday at 09:00, Europe/Berlin`. Other rules are shown as
 * written.
 */
export function ruleWords({ cron, timeZone }: Pick<Recurrence, 'cron' | 'timeZone'>, text: Text): string {
  const [, minute, hour, day, weekday] = SIMPLE.exec(cron.trim().replace(/\s+/g, ' ')) ?? [];
  const values = { time: `${two(hour)}:${two(minute)}`, timeZone };
  if (day === '*' && weekday === '*') return text('sendings.rule.daily', values);
  if (day === '*' && Number(weekday) <= 7) {
    const id: TextId = `assign.weekday.${Number(weekday) || 7}` as TextId; // Sunday is 0 or 7
    return text('sendings.rule.weekly', { ...values, weekday: text(id) });
  }
  if (weekday === '*') return text('sendings.rule.monthly', { ...values, day: Number(day) });
  return text('sendings.rule.cron', { cron, timeZone });
}

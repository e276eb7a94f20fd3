import { percentiles } from '../load.ts';
import type { Conditions, Figures } from '../variant.ts';
import type { Questions } from './questions.ts';
import type { Tab } from './tab.ts';

/** A page of the same server with only words and a style sheet: the page behind a used mail link. */
const BARE = '/api/flow/external-response?token=used';
const ROW = 'a[data-id]';
const FORM = 'form [role=combobox]';

const LOADS_PER_SECOND = 5 / 3;

/**
 * Loads the bare page, the inbox (with an empty and with a full browser cache) and a form that a link leads to, in
 * turns. Returns medians; the ratios are to the bare page.
 */
export async function measureLoads(
  tab: Tab,
  url: string,
  { formId }: Questions,
  { seconds }: Conditions,
): Promise<Figures> {
  const all: Record<string, number[]> = {};
  const keep = (figures: Figures): void => {
    for (const [name, value] of Object.entries(figures)) (all[name] ??= []).push(value);
  };
  for (let times = 0; times < Math.ceil(seconds * LOADS_PER_SECOND); times++) {
    const bare = await tab.load(`${url}${BARE}`, 'h1', { isCold: true });
    const cold = await tab.load(`${url}/#/notifications`, ROW, { isCold: true });
    const warm = await tab.load(`${url}/#/notifications`, ROW, { isCold: false });
    const form = await tab.load(`${url}/#/notifications/${formId}`, FORM, { isCold: true });
    keep({ bareMs: bare.paintedMs, paintedMs: cold.paintedMs, usableMs: cold.usableMs });
    keep({ warmPaintedMs: warm.paintedMs, warmUsableMs: warm.usableMs, formUsableMs: form.usableMs });
  }
  const medians = Object.fromEntries(Object.entries(all).map(([name, values]) => [name, percentiles(values).p50Ms!]));
  const toBare = (name: string) => medians[name]! / medians['bareMs']!;
  return {
    ...medians,
    paintedRatio: toBare('paintedMs'),
    usableRatio: toBare('usableMs'),
    warmUsableRatio: toBare('warmUsableMs'),
    formUsableRatio: toBare('formUsableMs'),
  };
}

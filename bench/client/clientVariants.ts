import { startProduct } from '../../test/support/product.ts';
import { buildClient } from '../../test/desktop/support/build.ts';
import type { Conditions, Figures, Variant } from '../variant.ts';
import { measureLists } from './lists.ts';
import { measureLoads } from './loads.ts';
import { measureSteps } from './steps.ts';
import { askOften, type Questions } from './questions.ts';
import { withTab, type Tab } from './tab.ts';

const FEW = 20;
const MANY = 2000;
const PENDING = 451; // and one form
const OPTIONS = 10_000;

type Measure = (tab: Tab, url: string, questions: Questions, conditions: Conditions) => Promise<Figures>;

/** The built client of the real product, in a real browser on a slow phone, with an inbox of this size. */
const inFrontOf =
  (size: number, measure: Measure) =>
  async (conditions: Conditions): Promise<Figures> => {
    const { databaseUrl, scale } = conditions;
    await buildClient();
    const product = await startProduct({
      databaseUrl,
      withLoops: false,
    });
    try {
      const questions = await askOften(product, {
        times: Math.ceil(size * scale),
        options: Math.ceil(OPTIONS * scale),
      });
      return await withTab(product.url, (tab) => measure(tab, product.url, questions, conditions));
    } finally {
      await product.close();
    }
  };

const variant = (subject: string, measure: Variant['measure']): Variant => ({
  part: 'client',
  database: 'sqlite',
  subject,
  measure,
});

export const clientVariants: Variant[] = [
  variant('inbox of 20', inFrontOf(FEW, measureLoads)),
  variant('inbox of 2,000', inFrontOf(MANY, measureLoads)),
  variant('long lists', inFrontOf(MANY, measureLists)),
  variant('one question after the other, 452 of them', inFrontOf(PENDING, measureSteps)),
];

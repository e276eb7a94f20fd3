// The process of one variant: told which on its command line, it measures and sends the figures to its parent.
import type { Conditions } from './variant.ts';
import { nameOf } from './variant.ts';
import { VARIANTS } from './variants.ts';

const [, , name, given] = process.argv;
const variant = VARIANTS.find((each) => nameOf(each) === name);
if (!variant) throw new Error(`There is no variant "${name}".`);
const figures = await variant.measure(JSON.parse(given!) as Conditions);
process.send!(figures, () => process.exit());

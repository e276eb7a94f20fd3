// The process of one variant: takes its variant from the command line, measures it and sends the figures to its parent.
import type { Conditions, Part } from './variant.ts';
import { nameOf } from './variant.ts';
import { variantsOf } from './variants.ts';

const [, , name, given] = process.argv;
const variants = await variantsOf(name!.split(' ')[0] as Part);
const variant = variants.find((each) => nameOf(each) === name);
if (!variant) throw new Error(`There is no variant "${name}".`);
const figures = await variant.measure(JSON.parse(given!) as Conditions);
process.send!(figures, () => process.exit());

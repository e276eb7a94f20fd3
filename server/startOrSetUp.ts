import type { Config } from './foundation/config.ts';
import { start, type Product, type StartOptions } from './main.ts';
import { NotSetUp } from './people/identity/registrationSettings.ts';
import { startSetupServer } from './setupServer.ts';

/** What serves the port: the product or, until it is set up, the wizard. */
export interface Running {
  /** Resolves when the product serves: at once if it is already set up. */
  product: Promise<Product>;
  /** Stops whichever of the two is running. */
  close(): Promise<void>;
}

/** @param say gets a line with the address to open, and the set-up code @throws ConfigError naming what is wrong */
export async function startOrSetUp(
  config: Config,
  say: (line: string) => void,
  options: StartOptions = {},
): Promise<Running> {
  const begin = async () => {
    const product = await start(config, options);
    say(`Handback serves ${product.url}`);
    return product;
  };
  try {
    const product = await begin();
    return { product: Promise.resolve(product), close: product.close };
  } catch (error) {
    if (!(error instanceof NotSetUp)) throw error;
  }
  const wizard = await startSetupServer(config, options);
  say(`Handback is not set up yet. Open ${wizard.url}/#/setup and enter this code: ${wizard.code}`);
  let close = wizard.close;
  const product = wizard.completed.then(wizard.close).then(begin);
  product.then(
    (started) => (close = started.close),
    () => undefined, // callers that await `product` get the error
  );
  return { product, close: () => close() };
}

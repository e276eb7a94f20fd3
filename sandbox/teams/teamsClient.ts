import { startPlayground, type Playground } from './playground.ts';
import { startSigningProxy, type SigningProxyOptions } from './signingProxy.ts';

/** Teams for one person of the tenant: an Agents Playground whose activities are signed on the way to the bot. */
export async function startTeamsClient(options: SigningProxyOptions & { port: number }): Promise<Playground> {
  const proxy = await startSigningProxy(options);
  try {
    const playground = await startPlayground({ ...options, endpoint: proxy.endpoint });
    const close = async () => {
      await playground.close();
      await proxy.close();
    };
    return { ...playground, close };
  } catch (error) {
    await proxy.close();
    throw error;
  }
}

import { startPlayground, type Playground } from './playground.ts';
import { startSigningProxy, type SigningProxyOptions } from './signingProxy.ts';

/** Teams as one person of the tenant has it on their desk: an Agents Playground whose activities are signed on their way to the bot. */
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

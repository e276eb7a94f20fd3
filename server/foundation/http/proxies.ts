import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

/** Whether an address is that of a trusted proxy. @param trusted addresses and networks, as `TRUSTED_PROXIES` lists them */
export function trustOf(trusted: string[]): (address: string) => boolean {
  const isTrusted = proxyAddr.compile(trusted);
  return (address) => isTrusted(address, 0);
}

/**
 * Says once that a proxy forwards requests and is not trusted: everybody behind it has one address then, and shares the
 * limits of an address.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, isTrusted: (address: string) => boolean): void {
  let isSaid = false;
  app.addHook('onRequest', async ({ headers, socket, log }) => {
    if (isSaid || (headers['x-forwarded-for'] ?? headers['forwarded']) === undefined) return;
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    isSaid = true;
    log.warn(
      { address: remoteAddress },
      'requests are forwarded by a proxy that is not in TRUSTED_PROXIES: all who come through it count as one address',
    );
  });
}

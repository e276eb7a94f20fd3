import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

/** Checks whether an address belongs to a trusted proxy. @param trusted addresses and networks, as in `TRUSTED_PROXIES` */
export function trustOf(trusted: string[]): (address: string) => boolean {
  const isTrusted = proxyAddr.compile(trusted);
  return (address) => isTrusted(address, 0);
}

/** Warns once if an untrusted proxy forwards requests: all clients behind it then share one address and its limits. */
export function warnOfUntrustedProxies(app: FastifyInstance, isTrusted: (address: string) => boolean): void {
  let isSaid = false;
  app.addHook('onRequest', async ({ headers, socket, log }) => {
    if (isSaid || (headers['x-forwarded-for'] ?? headers['forwarded']) === undefined) return;
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    isSaid = true;
    log.warn(
      { address: remoteAddress },
      'requests are forwarded by a proxy that is not in TRUSTED_PROXIES: all clients behind it count as one address',
    );
  });
}

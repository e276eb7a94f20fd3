import ipaddr from 'ipaddr.js';

/**
 * The key under which limits count an address: an IPv4 address in canonical form, or the /64 network of an IPv6
 * address, as one client has 2^64 addresses there. Some proxies forward the client's port as well, which is left out.
 */
export function addressKey(address = ''): string {
  const bare = address.replace(/^(\d+(?:\.\d+){3}):\d+$|^\[(.*)\](?::\d+)?$/, '$1$2');
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

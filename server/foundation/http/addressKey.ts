import ipaddr from 'ipaddr.js';

/**
 * The key under which limits count an address: an IPv4 address in canonical form, or the /64 network of an IPv6
 * address, as one client has 2^64 addresses there.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

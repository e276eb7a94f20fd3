import ipaddr from 'ipaddr.js';

/**
 * Whose address this is, as limits count it: an IPv4 address, however it is written, or the network of an IPv6 address,
 * of which everybody has 2^64.
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

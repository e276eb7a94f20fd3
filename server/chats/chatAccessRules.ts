/** The audit entry of one change of access to a chat. */
export interface AccessChange {
  action: 'chat.granted' | 'chat.revoked' | 'chat.opened' | 'chat.restricted';
  detail?: { user: string };
}

/**
 * The changes between two access lists of a chat. An empty list means everybody.
 * @param before lower-case e-mail addresses
 */
export function accessChanges(before: readonly string[], after: readonly string[]): AccessChange[] {
  const changes: AccessChange[] = [
    ...missingIn(before, after).map((user) => ({ action: 'chat.granted' as const, detail: { user } })),
    ...missingIn(after, before).map((user) => ({ action: 'chat.revoked' as const, detail: { user } })),
  ];
  const [wasOpen, isOpen] = [before.length === 0, after.length === 0];
  if (wasOpen !== isOpen) changes.push({ action: isOpen ? 'chat.opened' : 'chat.restricted' });
  return changes;
}

function missingIn(list: readonly string[], addresses: readonly string[]): string[] {
  const known = new Set(list);
  return addresses.filter((address) => !known.has(address));
}

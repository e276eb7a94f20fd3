/** A label before its value: with a colon, unless it ends a sentence or has one. */
export const asLead = (label: string): string => (/[?!.:…]$/.test(label.trimEnd()) ? label.trimEnd() : `${label}:`);

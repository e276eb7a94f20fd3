const NOT_OURS = new Set(['node_modules', 'out', 'coverage', '.data', '.git']);

/** Whether something of this name in the house was written by somebody, not installed, built or stored. */
export const isOurs = (name: string): boolean => !NOT_OURS.has(name);

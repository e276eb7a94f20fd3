const NOT_OURS = new Set(['node_modules', 'out', 'coverage', '.data', '.git']);

/** Whether a file or folder of this name is hand-written, not installed, built or stored. */
export const isOurs = (name: string): boolean => !NOT_OURS.has(name);

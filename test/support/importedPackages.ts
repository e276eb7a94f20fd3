/** A type-only import is gone at run time; one with `type` inside its braces is not. */
const IMPORTED = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** All run-time imports of a file, as written: packages, Node's modules, other files. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORTED)].map(([, stated, called]) => (stated ?? called)!);

/** The packages that a file imports at run time, without Node's modules and our own files. */
export const importedPackages = (source: string): string[] =>
  importsOf(source)
    .filter((specifier) => !/^(\.|node:)/.test(specifier))
    .map(nameOf);

/** The package of an import path: `@azure/msal-node/x` belongs to `@azure/msal-node`. */
const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** One that is a type only is gone when the file runs; one with `type` inside its braces is not. */
const IMPORTED = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** All that a file needs when it runs, as it says it: packages, parts of Node, other files. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORTED)].map(([, stated, called]) => (stated ?? called)!);

/** The packages that a file needs when it runs, by what it says; those of Node and files of our own are left out. */
export const importedPackages = (source: string): string[] =>
  importsOf(source)
    .filter((specifier) => !/^(\.|node:)/.test(specifier))
    .map(nameOf);

/** Without what stands in the package: `@azure/msal-node/x` is of `@azure/msal-node`. */
const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

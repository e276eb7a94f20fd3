/** One that is a type only is gone when the file runs; one with `type` inside its braces is not. */
const IMPORTED = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The packages that a file needs when it runs, by what it says; those of Node and files of our own are left out. */
export function importedPackages(source: string): string[] {
  const specifiers = [...source.matchAll(IMPORTED)].map(([, stated, called]) => (stated ?? called)!);
  return specifiers.filter((specifier) => !/^(\.|node:)/.test(specifier)).map(nameOf);
}

/** Without what stands in the package: `@azure/msal-node/x` is of `@azure/msal-node`. */
const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

import type { Plugin } from 'rolldown';

/** Names of files in the package, by the names of modules in the sources. */
export type SeparateFiles = Readonly<Record<string, string>>;

/** Leaves these modules in files of their own, which are loaded when they are needed. Something else writes the files. */
export function separateFiles(files: SeparateFiles): Plugin {
  return {
    name: 'bigtab:separate-files',
    resolveId: (source) => {
      const found = Object.entries(files).find(([module]) => source.endsWith(`/${module}.js`));
      return found === undefined ? null : { id: `./${found[1]}`, external: 'relative' };
    },
  };
}

/** The module at `path` from the root of the repository, bundled; `Module` is its type. */
export function importBundled<Module>(path: string): Promise<Module>;

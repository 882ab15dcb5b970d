import { type Plugin, rolldown } from 'rolldown';
import { inRoot } from './places.js';

/** Modules of the suites whose classes are part of the package. */
const PUBLIC_MODULES =
  /\.\.\/(model\/(put|delete|get|scan|increment|mutation|filter)|filter\/(comparators\/)?[a-z-]+|errors)\.js$/;

/** Makes the suites create their requests with the classes of the built package, as a user does. */
const PACKAGE_CLASSES: Plugin = {
  name: 'bigtab:package-classes',
  resolveId(source, importer) {
    if (source === 'bigtab') return { id: source, external: true };
    const ofSuite = importer?.includes('/lib/testing/conformance/') === true;
    if (ofSuite && PUBLIC_MODULES.test(source)) return { id: 'bigtab', external: true };
    const ofPlayers = /\/lib\/testing\/(vectors|scripts|databases)\//.test(importer ?? '');
    return ofPlayers && /^(\.\.\/){2,4}index\.js$/.test(source) ? { id: 'bigtab', external: true } : null;
  },
};

/** Bundles the suites of `lib/testing/browser` into `.out/browser`, each into one module script. */
export async function buildBrowserSuites(): Promise<void> {
  for (const name of ['storage-suites', 'table-suite', 'vectors-page', 'vectors-worker', 'stored-database-page']) {
    const bundle = await rolldown({
      cwd: inRoot('.'),
      input: inRoot(`lib/testing/browser/${name}.ts`),
      platform: 'browser',
      plugins: [PACKAGE_CLASSES],
    });
    await bundle.write({ file: inRoot(`.out/browser/${name}.js`), format: 'esm', codeSplitting: false });
    await bundle.close();
  }
}

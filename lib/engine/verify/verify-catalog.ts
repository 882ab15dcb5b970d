import { type Catalog, type CatalogImage, imageOf } from '../../storage/catalog/catalog.js';
import type { Manifest } from '../../storage/manifest/manifest.js';
import { readManifests } from '../../storage/manifest/read-manifests.js';
import type { Engine } from '../region/engine.js';
import type { RegionCommit } from '../region/region-commit.js';
import { sentenceOf, type VerifiedFiles } from './verified-files.js';

/** How often both are read, because a commit may run meanwhile. */
const ATTEMPTS = 5;

/** The name of the catalog in a report. */
const CATALOG = 'catalog';

/**
 * Whether the catalog and its mirror can be read and contain the current image. `manifests`: the paths of all that exist.
 * An engine that only reads has an image of its own, which is not stored: then the stored ones only have to be readable.
 */
export async function verifyCatalog(
  { commit, files, state }: Engine,
  catalog: Catalog,
  manifest: Manifest,
  manifests: readonly string[],
  found: VerifiedFiles,
): Promise<void> {
  const current = state.is('read-only') ? null : commit;
  found.add(CATALOG, 'catalog', ...(await problemsOf(current, () => catalog.open())));
  if (current !== null) {
    found.add(manifest.path, 'manifest', ...(await problemsOf(current, async () => manifest.read())));
    return;
  }
  // Its own mirror is in memory.
  const stored = manifests.filter((path) => path !== manifest.path);
  const { problems } = await readManifests({ list: async () => stored, open: (path) => files.open(path) });
  for (const path of stored)
    found.add(path, 'manifest', ...problems.filter((problem) => problem.startsWith(`${path} `)));
}

/** What is wrong with the image that `read` resolves to: nothing, or one sentence. */
async function problemsOf(
  current: RegionCommit | null,
  read: () => Promise<CatalogImage | null>,
): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt++) {
    await current?.idle();
    const image = current?.image;
    let stored: CatalogImage | null;
    try {
      stored = await read();
    } catch (error) {
      return [sentenceOf(error)];
    }
    if (stored !== null && (image === undefined || contentOf(stored) === contentOf(image))) return [];
    if (current?.image === image || attempt === ATTEMPTS)
      return ['It does not contain the current list of tables and files.'];
  }
}

/** The same text for the same content, whatever the order in which it was stored. */
function contentOf({ database, tables, snapshots = [] }: CatalogImage): string {
  return JSON.stringify(imageOf(database, tables, snapshots), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

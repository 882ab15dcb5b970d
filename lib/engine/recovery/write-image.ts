import type { Catalog, CatalogImage } from '../../storage/catalog/catalog.js';
import { isBroken, rebuildCatalog } from '../../storage/catalog/catalog-rules.js';

/**
 * Writes an image to the catalog. Returns the error if the catalog cannot be used, and the mirror can replace it: the
 * mirror is the commit point then; otherwise null. `mirror`: whether there is one, and whether it has all of the image.
 */
export async function writeImage(
  catalog: Catalog,
  image: CatalogImage,
  mirror: 'none' | 'older' | 'current',
): Promise<unknown> {
  try {
    await rebuildCatalog(catalog, image, mirror === 'current');
    return null;
  } catch (error) {
    if (mirror === 'none' || !isBroken(error)) throw error;
    return error;
  }
}

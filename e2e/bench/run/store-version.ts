import { readFile } from 'node:fs/promises';
import { inRoot } from '../../../lib/build/package/places.js';
import { STORES, type StoreFacts, type StoreName } from '../stores/store-names.js';

/** The installed version of the package that a store comes from; null for stores that are made here. */
export async function storeVersion(store: StoreName): Promise<string | null> {
  const facts: StoreFacts = STORES[store];
  if (facts.package === null) return null;
  const text = await readFile(inRoot(`node_modules/${facts.package}/package.json`), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

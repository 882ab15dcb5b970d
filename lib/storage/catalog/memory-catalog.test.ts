import { describe, it } from 'vitest';
import { catalogSuite } from '../../testing/conformance/catalog-suite.js';
import { MemoryCatalog } from './memory-catalog.js';

describe('MemoryCatalog', () => {
  catalogSuite({ test: (name, body) => it(name, body) }, async () => {
    const catalog = new MemoryCatalog();
    return { catalog, another: async () => catalog, dispose: async () => {} };
  });
});

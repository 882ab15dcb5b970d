import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { catalogSuite } from '../../testing/conformance/catalog-suite.js';
import { NodeCatalog } from './node-catalog.js';

describe('NodeCatalog', () => {
  catalogSuite({ test: (name, body) => it(name, body) }, async () => {
    const root = mkdtempSync(join(tmpdir(), 'bigtab-'));
    const another = async () => new NodeCatalog(join(root, 'catalog'));
    return { catalog: await another(), another, dispose: async () => rmSync(root, { recursive: true, force: true }) };
  });
});

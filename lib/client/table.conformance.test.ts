import { describe, it } from 'vitest';
import { openMemory } from '../memory.js';
import { tableSuite } from '../testing/conformance/table-suite.js';

describe('Table over a direct call', () => {
  tableSuite({ test: (name, body) => it(name, body) }, () => openMemory());
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { compilerOutput, MISTAKES, misjudged, programWithMistakes } from './mistakes.js';

const BIGTAB = inRoot('lib/index.js');

describe('The compiler', () => {
  it(`names the place and the correction of ${Object.keys(MISTAKES).length} mistakes in literals, and accepts correct ones`, () => {
    mkdirSync(inRoot('.out'), { recursive: true });
    const folder = mkdtempSync(inRoot('.out/mistakes-'));
    try {
      writeFileSync(`${folder}/main.ts`, programWithMistakes(BIGTAB));
      const compilerOptions = { noEmit: true, composite: false, emitDeclarationOnly: false, lib: ['ES2023', 'DOM'] };
      const config = { extends: inRoot('tsconfig.json'), compilerOptions, files: ['main.ts'], references: [] };
      writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
      const output = compilerOutput(inRoot('node_modules/typescript/bin/tsc'), folder);
      expect(misjudged(BIGTAB, output)).toEqual([]);
      expect(output.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(Object.keys(MISTAKES).length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PACKAGE_VERSION } from './package-version.js';

it('is the version of the manifest', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest).toMatchObject({ version: PACKAGE_VERSION });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { inRoot } from '../../lib/build/package/places.js';

/* The explorer, as `vite build` creates it. */

const SITE = inRoot('.out/demo');

test.describe('the built explorer', () => {
  test('has the licences of everything that it contains', () => {
    const notices = readFileSync(`${SITE}/THIRD-PARTY-NOTICES.txt`, 'utf8');
    for (const name of ['comlink', 'fflate', 'idb', 'papaparse', 'preact', 'uplot']) {
      const { version, license } = JSON.parse(readFileSync(inRoot(`node_modules/${name}/package.json`), 'utf8'));
      expect(notices).toContain(`\n${name} ${version} (${license})\n`);
      const file = readdirSync(inRoot(`node_modules/${name}`)).find((entry) => /^licen[cs]e/i.test(entry));
      expect(notices).toContain(readFileSync(inRoot(`node_modules/${name}/${file}`), 'utf8').trim());
    }
    // A collection of data, whose files have their own licences.
    expect(notices).toMatch(
      /\nvega-datasets [\d.]+ \(BSD-3-Clause\)\n\nweather\.csv: .*\n(.*\n)*Licence: .+\nSource: NOAA/,
    );
  });

  test('contains only code of packages that its licences name', () => {
    const notices = readFileSync(`${SITE}/THIRD-PARTY-NOTICES.txt`, 'utf8');
    const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const imported = readdirSync(inRoot('demo'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|node_modules|^guide\//.test(path))
      .flatMap((path) => [...readFileSync(inRoot(`demo/${path}`), 'utf8').matchAll(/from '([^.'][^']*)'/g)])
      .map(([, specifier = '']) =>
        (specifier.startsWith('@') ? specifier.split('/', 2) : specifier.split('/', 1)).join('/'),
      )
      .filter((name) => devDependencies[name] !== undefined && name !== 'vitest' && name !== 'vite');
    expect(imported).toContain('preact');
    for (const name of new Set(imported)) expect(notices).toContain(`\n${name} `);
    expect(existsSync(`${SITE}/index.html`)).toBe(true);
  });
});

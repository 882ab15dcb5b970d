import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './build/package/places.js';

const TOP_LEVEL = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'demo',
  'e2e',
  'lib',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'worker',
];
const NOT_KEPT = ['dist', 'node_modules'];

interface PackageJson {
  readonly license?: string;
  readonly sideEffects?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function read(path: string): string {
  return readFileSync(inRoot(path), 'utf8');
}

const manifest = JSON.parse(read('package.json')) as PackageJson;

describe('the repository', () => {
  it('has only shared files at its top level', () => {
    const names = readdirSync(inRoot('.')).filter((name) => !name.startsWith('.') && !NOT_KEPT.includes(name));
    expect(names.sort()).toEqual(TOP_LEVEL);
  });

  it('pins its dependencies, and has no runtime dependencies and no side effects', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.sideEffects).toBe(false);
    for (const version of Object.values(manifest.devDependencies))
      expect(version).toMatch(/^\d+\.\d+\.\d+(-build\d+)?$/);
  });

  it('lists the licence and the reason of every dependency', () => {
    const lines = [...read('CONTRIBUTING.md').matchAll(/^\| ([@\w./-]+) \| ([\w. -]+) \| .{10,} \|$/gm)];
    const told = Object.fromEntries(lines.map(([, name, licence]) => [name, licence]));
    const kept = Object.keys(manifest.devDependencies).map((name) => {
      const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as PackageJson;
      // A package without a licence in the manifest has it in a file.
      const said = license ?? (/^\W*(The )?MIT License/.test(read(`node_modules/${name}/LICENSE`)) ? 'MIT' : 'unknown');
      return [name, said.replace(' OR ', ' or ')];
    });
    expect(told).toEqual(Object.fromEntries(kept));
  });

  it('keeps a lockfile without addresses of registries', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved"|\.tgz/);
  });
});

import { existsSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { deadLinks } from '../../lib/build/docs/links.js';
import { packaged, packagedFiles, UNPACKED } from './package-files.js';

/*
 * Documents and docstrings are read in an editor, from node_modules. The README is also read on a registry's page,
 * where no other file exists.
 */

const textAt = (path: string): string | null => (existsSync(`${UNPACKED}/${path}`) ? packaged(path) : null);

test.describe('the documents of the package', () => {
  test('include the guide with its rules and glossary', () => {
    const guide = packagedFiles().filter((path) => path.startsWith('dist/guide/'));
    for (const name of ['index', 'model', 'from-hbase', 'rules', 'rules-reads', 'GLOSSARY'])
      expect(guide).toContain(`dist/guide/${name}.md`);
  });

  test('link only to files of the package', () => {
    const documents = packagedFiles().filter((path) => /\.(md|d\.ts)$/.test(path));
    expect(documents.length).toBeGreaterThan(20);
    const dead = documents.flatMap((path) => {
      const text = packaged(path);
      // In a declaration, only docstrings are checked.
      const read = path.endsWith('.md') ? text : (text.match(/\/\*\*[\s\S]*?\*\//g) ?? []).join('\n');
      return deadLinks({ path, text: read }, textAt);
    });
    expect(dead).toEqual([]);
  });

  test('mention only files of the package in the README', () => {
    const readme = packaged('README.md');
    expect(readme.match(/\]\((?!#|https?:)[^)]*\)/g)).toBeNull();
    const named = [...readme.matchAll(/`(dist\/[^`]+|CHANGELOG\.md)`/g)].map(([, path]) => path as string);
    expect(named.length).toBeGreaterThan(3);
    for (const path of named) expect(textAt(path), path).not.toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { PAGES } from '../../../demo/guide/guide-site.js';
import { deadLinks } from '../docs/links.js';
import { CHAPTERS } from '../rules/rule-chapters.js';
import { packedGuide } from './packed-guide.js';

const files = packedGuide();

describe('the guide in the package', () => {
  it('has every page, the rules and the glossary', () => {
    expect([...files.keys()]).toHaveLength(PAGES.length + 2 + CHAPTERS.length);
    const some = ['index.md', 'from-hbase.md', 'rules.md', 'rules-reads.md', 'GLOSSARY.md'];
    expect([...files.keys()]).toEqual(expect.arrayContaining(some));
  });

  it('links only to its own files and anchors', () => {
    const dead = [...files].flatMap(([path, text]) => deadLinks({ path, text }, (name) => files.get(name) ?? null));
    expect(dead).toEqual([]);
    expect(files.get('index.md')).toContain('](model.md)');
    expect(files.get('model.md')).toContain('](rules-reads.md#r-24)');
  });

  it('leaves out a link to a file that is not in the package, and keeps its words', () => {
    expect(files.get('index.md')).not.toContain('index.html');
    expect(files.get('index.md')).toMatch(/explorer/i);
  });

  it('has the tables generated from the rules', () => {
    const page = files.get('from-hbase.md') as string;
    expect(page).not.toContain('<!-- decisions');
    expect(page).toContain('](rules-decisions.md#a-10)');
  });
});

describe('deadLinks', () => {
  const textAt = (path: string) => (path === 'a/b.md' ? '## Some *thing*\n<a id="x-1"></a>' : null);

  it('finds links to missing files and anchors', () => {
    const text = '[1](b.md#some-thing) [2](b.md#x-1) [3](b.md#no) [4](c.md) [5](../a/b.md) [6](https://example.org/)';
    expect(deadLinks({ path: 'a/a.md', text }, textAt)).toEqual([
      'a/a.md links to a/b.md#no',
      'a/a.md links to a/c.md',
    ]);
  });

  it('does not treat code as a link', () => {
    expect(deadLinks({ path: 'a.md', text: '`x[0](y)`\n```\n[a](b)\n```\n' }, () => null)).toEqual([]);
  });
});

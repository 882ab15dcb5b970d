import { basename, dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../lib/build/rules/rule-chapters.js';
import { guideFiles, PAGES, writtenPages } from './guide-site.js';
import { readDecisions } from './render/decisions.js';

const files = guideFiles();

function pageOf(name: string): string {
  return files.get(`guide/${name}.html`) as string;
}

describe('the guide', () => {
  it('has a page for every Markdown file, each with a different title', () => {
    expect([...PAGES].sort()).toEqual([...writtenPages()].sort());
    const titles = [...files.values()].flatMap((text) => /<title>(.+) – Bigtab<\/title>/.exec(text)?.[1] ?? []);
    expect(titles).toHaveLength(PAGES.length + 2 + CHAPTERS.length);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('links to every page from the first one', () => {
    for (const page of PAGES.slice(1)) expect(pageOf('index')).toContain(`<a href="${basename(page, '.md')}.html">`);
  });

  it('links only to pages and anchors that exist', () => {
    const dead = [...files].flatMap(([address, text]) =>
      [...text.matchAll(/ href="(?!https?:)([^"#]*)(?:#([^"]+))?"/g)]
        .map(([, file, anchor]) => ({ target: file === '' ? address : join(dirname(address), file as string), anchor }))
        .filter(({ target }) => target !== 'index.html')
        .filter(({ target, anchor }) => !isThere(target, anchor))
        .map(({ target, anchor }) => `${address} links to ${target}#${anchor ?? ''}`),
    );
    expect(dead).toEqual([]);
  });

  it('contains no Markdown markup in its text', () => {
    for (const [address, text] of files) {
      if (!address.endsWith('.html')) continue;
      const plain = text.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
      expect(plain.match(/\*\*|\]\(|`|^\|.*|<!-- .*/m), address).toBeNull();
    }
  });

  it('lists every decision of the rules on the page about HBase', () => {
    const decisions = readDecisions();
    expect(decisions.length).toBeGreaterThan(50);
    for (const { number } of decisions) {
      const link = `<a href="rules-decisions.html#${number.toLowerCase()}">${number}</a>`;
      expect(pageOf('from-hbase').split(link), number).toHaveLength(2);
    }
  });
});

function isThere(address: string, anchor: string | undefined): boolean {
  const text = files.get(address);
  return text !== undefined && (anchor === undefined || text.includes(` id="${anchor}"`));
}

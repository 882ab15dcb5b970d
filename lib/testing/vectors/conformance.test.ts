import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { runConformance } from './run-conformance.js';
import { HISTORY, withChange } from './sample-history.js';

const FOLDER = inRoot('.out/conformance-test');

describe('npm run conformance', () => {
  const printed: string[] = [];
  const complaints: string[] = [];
  const noBrowser = () => Promise.reject(new Error('no browser here'));
  const run = (...words: string[]) => runConformance(words, noBrowser);

  beforeEach(() => {
    printed.length = 0;
    complaints.length = 0;
    vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text));
    vi.spyOn(console, 'error').mockImplementation((text) => void complaints.push(text));
    mkdirSync(FOLDER, { recursive: true });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(FOLDER, { recursive: true, force: true });
  });

  /** Writes lines into a file, and returns its path. */
  function fileOf(name: string, ...lines: unknown[]): string {
    const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    writeFileSync(`${FOLDER}/${name}`, name.endsWith('.gz') ? gzipSync(text) : text);
    return `${FOLDER}/${name}`;
  }

  it('plays files, plain and compressed, over the requested transport', async () => {
    const files = [fileOf('plain.ndjson', HISTORY), fileOf('packed.ndjson.gz', HISTORY, HISTORY)];
    for (const words of [files, ['--transport', 'thread', ...files], ['--transport=direct', ...files]]) {
      printed.length = 0;
      expect(await run(...words)).toBe(0);
      expect(printed).toEqual(['3 passed, 0 failed']);
    }
  });

  it('prints the first differing step of each failing history, and the totals', async () => {
    const changed = withChange(['steps', 2, 'expect', 0, 3], 'newer');
    const file = fileOf('mixed.ndjson', changed, HISTORY);
    expect(await run(file)).toBe(1);
    expect(printed.join('\n').split('\n')).toEqual([
      `${file}:1: a-history, step 3`,
      '  step      {"at":12,"op":"get","row":"a","versions":"all"}',
      '  expected  [["f","q",10,"newer"],["f","q",5,"old"]]',
      '  got       [["f","q",10,"new"],["f","q",5,"old"]]',
      '1 passed, 1 failed',
    ]);
  });

  it('fails if nothing was played', async () => {
    const later = { id: 'later', call: ['new', { Put: ['r'] }, ['getPriority']], expect: -1 };
    expect(await run(fileOf('later.ndjson', later))).toBe(1);
    expect(printed.at(-1)).toBe('1 left out: metadata without effect\n0 passed, 0 failed');
    expect(await run(fileOf('empty.ndjson'))).toBe(1);
    expect(await run()).toBe(1);
  });

  it('fails on a file that cannot be read and on a line that is not JSON', async () => {
    const good = fileOf('good.ndjson', HISTORY);
    expect(await run(good, `${FOLDER}/none.ndjson`)).toBe(1);
    expect(complaints.join()).toContain('none.ndjson');
    expect(await run(good, fileOf('torn.ndjson', '{"id":"torn","table":'))).toBe(1);
    expect(printed.at(-1)).toBe('1 passed, 1 failed');
  });

  it('names lines that are not histories', async () => {
    const file = fileOf('notes.ndjson', HISTORY, { note: 'of another language' });
    expect(await run(file)).toBe(0);
    expect(complaints).toEqual([`${file}:2: this is of no language that is known here (1 such lines)`]);
    expect(await run(fileOf('no-table.ndjson', { id: 'x', steps: [] }))).toBe(1);
  });

  it('plays filter texts and calls as well as histories, and reports why a call is left out', async () => {
    const filter = { text: "PrefixFilter('a')", expect: { type: 'PrefixFilter', prefix: 'a' } };
    const wrong = { text: 'PageFilter(1)', error: 'IllegalArgumentException' };
    const call = { id: 'a-call', call: ['Bytes.toHex(byte[])', 'a'], expect: '62' };
    const session = { id: 'a-session', calls: [{ call: ['admin.listNamespaces'], expect: ['default', 'hbase'] }] };
    const later = { id: 'later', call: ['new', { Put: ['r'] }, ['getPriority']], expect: -1 };
    const file = fileOf('languages.ndjson', filter, wrong, call, session, later, HISTORY);
    expect(await run(file)).toBe(1);
    expect(printed.join('\n').split('\n')).toEqual([
      `${file}:2: filter language`,
      '  text      "PageFilter(1)"',
      '  expected  {"error":"IllegalArgumentException"}',
      '  got       {"value":{"type":"PageFilter","size":1}}',
      `${file}:3: a-call, call 1`,
      '  call      ["Bytes.toHex(byte[])","a"]',
      '  expected  {"value":"62"}',
      '  got       {"value":"61"}',
      '1 left out: metadata without effect',
      '3 passed, 2 failed',
    ]);
  });

  it('refuses an unknown transport', async () => {
    expect(await run('--transport', 'carrier-pigeon', fileOf('good.ndjson', HISTORY))).toBe(1);
    expect(complaints.join()).toContain("no transport 'carrier-pigeon'");
  });
});

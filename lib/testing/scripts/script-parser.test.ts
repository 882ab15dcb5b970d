import { describe, expect, it } from 'vitest';
import { type Block, parseScript, withOutputs } from './script-parser.js';

const TEXT = `# About this script.

== first things
# a remark
create f VERSIONS=>2

put r 'f:a b' '' 5
  TTL=>'1 HOUR' inner
    deeper
get r
----
f:q timestamp=5, value=#not a remark

== second things
get r`;

const script = parseScript('some.txt', TEXT);
const blocks = script.sections.flatMap((section) => section.blocks) as [Block, Block, Block];

function parse(text: string): () => unknown {
  return () => parseScript('some.txt', text);
}

describe('a script', () => {
  it('is cut into sections and blocks with their line numbers', () => {
    expect(script.sections.map(({ line, title }) => [line, title])).toEqual([
      [3, 'first things'],
      [14, 'second things'],
    ]);
    expect(blocks.map(({ line }) => line)).toEqual([5, 7, 15]);
  });

  it('distinguishes words from options and removes quotes', () => {
    const [put] = blocks[1].commands;
    expect(put?.words).toEqual(['put', 'r', 'f:a b', '', '5']);
    expect(blocks[0].commands[0]?.options).toEqual(new Map([['VERSIONS', '2']]));
    expect(put?.parts[0]?.options).toEqual(new Map([['TTL', '1 HOUR']]));
  });

  it('attaches more deeply indented lines to their command', () => {
    const [put, get] = blocks[1].commands;
    expect(put?.parts.map(({ line, words }) => [line, words])).toEqual([[8, ['inner']]]);
    expect(put?.parts[0]?.parts.map(({ words }) => words)).toEqual([['deeper']]);
    expect(get?.parts).toEqual([]);
  });

  it('reads the text below the dashes literally', () => {
    expect(blocks.map(({ expected }) => expected)).toEqual([[], ['f:q timestamp=5, value=#not a remark'], []]);
  });

  it('is refused with its line number if it is malformed', () => {
    expect(parse('create f')).toThrow('some.txt:1: a script begins with the title of a section');
    expect(parse('== a\n\n  put r')).toThrow('some.txt:3: a block begins with a command');
    expect(parse("== a\n\nput r f:a 'b")).toThrow('some.txt:3: a quote is not closed');
    expect(parse('== a\n\nput r\n    deep\n  less deep')).toThrow('some.txt:5: the lines of one command stand under');
    expect(parse('== a\n\nget r\n----\n\nget r')).toThrow('some.txt:4: nothing stands below ----');
  });
});

describe('a script with other outputs', () => {
  it('is the same if nothing differs', () => {
    expect(withOutputs(script, new Map(blocks.map((block) => [block, block.expected])))).toBe(TEXT);
  });

  it('contains them instead of the old ones', () => {
    const outputs = new Map([
      [blocks[0], ['one', 'two']],
      [blocks[1], []],
      [blocks[2], ['three']],
    ]);
    const text = withOutputs(script, outputs);
    expect(text).toContain('create f VERSIONS=>2\n----\none\ntwo\n\nput');
    expect(text).toContain('get r\n\n== second things\nget r\n----\nthree');
    expect(text).not.toContain('remark\n\n==');
  });
});

import { execFileSync } from 'node:child_process';

/*
 * Programs with one mistake each, and the required message of the compiler: at the place of the mistake, and helpful.
 */

/** A statement that must not compile. `^` marks the place that the message must name. */
export interface Mistake {
  readonly statement: string;
  /** Parts of the message. */
  readonly says: readonly string[];
}

const FAMILIES = ['"contents"', '"anchor"'];
const TYPED_FAMILIES = ['"contents"', '"stats"', '"links"'];

export const MISTAKES: { readonly [what: string]: Mistake } = {
  'a family that the table lacks, in a put': {
    statement: "table.put({ row: 'r', cells: { ^contnets: { html: 'v' } } });",
    says: ["'contnets' does not exist", ...FAMILIES],
  },
  'one of two families that the table lacks': {
    statement: "table.put({ row: 'r', cells: { contents: { html: 'v' }, ^people: { q: 'v' } } });",
    says: ["'people' does not exist", ...FAMILIES],
  },
  'a family that the table lacks, in a list of puts': {
    statement: "table.put([{ row: 'r', cells: { ^people: { q: 'v' } } }, new Put('r')]);",
    says: ["'people' does not exist", ...FAMILIES],
  },
  'a family that the table lacks, in a list of cells': {
    statement: "table.put({ row: 'r', cells: [{ ^family: 'people', value: 'v' }] });",
    says: ['"people"', ...FAMILIES],
  },
  'a number as value': {
    statement: "table.put({ row: 'r', cells: { contents: { ^html: 5 } } });",
    says: ["'number'", "'BytesLike'"],
  },
  'a Date as value, in a list of puts': {
    statement: "table.put([{ row: 'r', cells: { contents: { ^html: new Date() } } }]);",
    says: ["'Date'", "'BytesLike'"],
  },
  'null as value': {
    statement: "table.put({ row: 'r', cells: { contents: { ^html: null } } });",
    says: ["'null'", "'BytesLike'"],
  },
  'a slip in the name of a property': {
    statement: "table.put({ row: 'r', ^cels: { contents: { html: 'v' } } });",
    says: ["'cels' does not exist"],
  },
  'a family that the table lacks, in an increment': {
    statement: "table.increment({ row: 'r', amounts: { ^people: { q: 1 } } });",
    says: ["'people' does not exist", ...FAMILIES],
  },
  'a family that the table lacks, in an append': {
    statement: "table.append({ row: 'r', values: { ^people: { q: 'v' } } });",
    says: ["'people' does not exist", ...FAMILIES],
  },
  'a family that the table lacks, in a mutation of a row': {
    statement: "table.mutateRow({ row: 'r', mutations: [{ row: 'r', cells: { ^people: { q: 'v' } } }] });",
    says: ["'people' does not exist", ...FAMILIES],
  },
  'a family that the table lacks, in a delete': {
    statement: "table.delete({ row: 'r', markers: [{ kind: 'family', ^family: 'people' }] });",
    says: ['"people"', ...FAMILIES],
  },
  'a slip in the name of a declared column': {
    statement: "web.put({ row: 'r', cells: { contents: { ^htlm: 'v' } } });",
    says: ["'string'", 'BytesUnlessDeclared<', '"html"', '"tags"'],
  },
  'a slip in the name of a declared column, in a list of puts': {
    statement: "web.put([{ row: 'r', cells: { contents: { ^htlm: 'v' } } }]);",
    says: ['BytesUnlessDeclared<', '"html"', '"tags"'],
  },
  'a slip in the name of a declared column of numbers': {
    statement: "web.put({ row: 'r', cells: { stats: { ^hist: 5n } } });",
    says: ["'bigint'", 'BytesUnlessDeclared<"hits">'],
  },
  'a slip in the name of a declared counter': {
    statement: "web.increment({ row: 'r', amounts: { stats: { ^hist: 1 } } });",
    says: ["'hist' does not exist", 'hits'],
  },
  'a slip in the name of a declared column that is read as text': {
    statement: "web.get('r').then(({ contents }) => contents.htlm?.^toUpperCase());",
    says: ["'toUpperCase' does not exist", 'Uint8Array'],
  },
  'a value that its codec does not take': {
    statement: "web.put({ row: 'r', cells: { contents: { ^html: 5 } } });",
    says: ["'number'", "'string'"],
  },
  'a family that a typed table lacks': {
    statement: "web.put({ row: 'r', cells: { ^people: { html: 'v' } } });",
    says: ["'people' does not exist", ...TYPED_FAMILIES],
  },
};

/** The statements as one program, which imports the package by this name. It begins with correct statements. */
export function programWithMistakes(bigtab: string): string {
  return `${rightProgram(bigtab)}${Object.values(MISTAKES)
    .map(({ statement }) => statement.replace('^', ''))
    .join('\n')}\n`;
}

/** What a compiler reports for each mistake, by name, including mistakes that it misses and any other errors. */
export function misjudged(bigtab: string, output: string): readonly string[] {
  const found = output.split('\n').filter((line) => /^\S.*\(\d+,\d+\): error/.test(line));
  const first = rightProgram(bigtab).split('\n').length;
  return Object.entries(MISTAKES).flatMap(([what, { statement, says }], index) => {
    const place = `(${first + index},${statement.indexOf('^') + 1}): error`;
    const at = found.findIndex((line) => line.includes(place));
    const message = at < 0 ? '' : (found.splice(at, 1)[0] as string);
    const missing = at < 0 ? [`no error at ${place}`] : says.filter((part) => !message.includes(part));
    const others = found.filter((line) => line.includes(`(${first + index},`));
    return missing.length + others.length === 0 ? [] : [`${what}: ${[...missing, message, ...others].join(' | ')}`];
  });
}

/** The output of a compiler for the project in a folder. */
export function compilerOutput(compiler: string, folder: string): string {
  try {
    return execFileSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

function rightProgram(bigtab: string): string {
  return `import { type Connection, defineTable, int64, json, Put, text, type TypedPut } from '${bigtab}';
declare const connection: Connection;
declare const name: string;
const table = await connection.ensureTable({ name: 't', families: ['contents', { name: 'anchor', blockSize: 8192 }] });
const columns = { html: text, tags: json<string[]>() };
const webtable = defineTable({ name: 'w', families: { contents: { columns }, stats: { columns: { hits: int64 } }, links: {} } });
const web = await connection.ensureTable(webtable);
const bytes = new Uint8Array();
table.put([{ row: 'r', cells: { contents: { html: 'v' }, anchor: { [name]: bytes } } }, new Put('r')]);
table.put({ row: 'r', cells: [{ family: 'contents', value: 'v' }, { family: bytes, qualifier: bytes, value: bytes }] });
web.put({ row: 'r', cells: { contents: { html: 'v', tags: ['a'], other: bytes }, links: { any: 'v', [name]: bytes } } });
web.put({ row: 'r', cells: { contents: { [name]: bytes }, stats: { hits: 5n } }, timestamp: 5 });
web.put(['a', 'b'].map((row) => ({ row, cells: { contents: { html: row } } })));
web.put([new Put('r'), { row: 'r', cells: { stats: { hits: 5 } } }]);
const typed: TypedPut<(typeof webtable)['families']> = { row: 'r', cells: { contents: { html: 'v', other: bytes } } };
web.put(typed);
web.put([typed, typed]);
web.increment({ row: 'r', amounts: { stats: { hits: 1 }, links: { [name]: 1 } } });
web.get('r').then(({ contents }): Uint8Array | undefined => contents.other);
`;
}

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
  'a value that its codec does not take, in a list of cells': {
    statement: "web.put({ row: 'r', cells: [^{ family: 'stats', qualifier: 'hits', value: 'many' }] });",
    says: ['value: string', 'TypedCell<', ...TYPED_FAMILIES],
  },
  'a value that its codec does not take, in a list of puts': {
    statement: "web.put([{ row: 'r', cells: { contents: { ^html: 5 } } }]);",
    says: ["'number'", "'string'"],
  },
  'a value that its codec does not take, in a mutation of a row': {
    statement: "web.mutateRow({ row: 'r', mutations: [{ row: 'r', cells: { contents: { ^html: 5 } } }] });",
    says: ["'number'", "'string'"],
  },
  'a value that its codec does not take, in a batch': {
    statement: "web.batch([{ row: 'r', cells: { contents: { ^html: 5 } } }]);",
    says: ["'number'", "'string'"],
  },
  'a value that its codec does not take, in a mutator': {
    statement: "web.getBufferedMutator().mutate([{ row: 'r', cells: { contents: { ^html: 5 } } }]);",
    says: ["'number'", "'string'"],
  },
  'a value that its codec does not take, in an append': {
    statement: "web.append({ row: 'r', values: { contents: { ^html: 5 } } });",
    says: ["'number'", "'string'"],
  },
  'an append to a column whose codec does not support it': {
    statement: "web.append({ row: 'r', values: { contents: { ^tags: ['a'] } } });",
    says: ["'tags' does not exist", 'html'],
  },
  'an increment of a column that is not a counter': {
    statement: "web.increment({ row: 'r', amounts: { contents: { ^html: 1 } } });",
    says: ["'number'", 'NoColumnWith<"int64">'],
  },
  'a value that its codec does not take, in the action of a condition': {
    statement:
      "web.checkAndMutate([{ row: 'r', family: 'stats', qualifier: 'hits', value: 5, action: { row: 'r', cells: { contents: { ^html: 5 } } } }]);",
    says: ["'number'", "'string'"],
  },
  'a condition, built step by step, on a value that its codec does not take': {
    statement: "web.checkAndMutate('r', 'stats').qualifier('hits').ifEquals(^'many');",
    says: ['many', 'number | bigint'],
  },
  'a value that its codec does not take, in an atomic batch': {
    statement: "connection.atomicBatch([{ table: web, mutation: { row: 'r', cells: { contents: { ^html: 5 } } } }]);",
    says: ["'number'", "'string'"],
  },
  'a value that the codec of a filter does not take': {
    statement: "columnEquals(webtable, 'stats:hits', ^'many');",
    says: ["'string'", 'number | bigint'],
  },
  'a family that the table of a filter lacks': {
    statement: "columnEquals(webtable, ^'people:q', 'v');",
    says: ['"people:q"', ...['contents', 'stats', 'links'].map((family) => `${family}:$`)],
  },
  'a text as row key of several parts': {
    statement: "visits.delete({ ^row: 'alice' });",
    says: ["'string'", 'readonly [string, number | bigint]'],
  },
  'a part of a row key of another type': {
    statement: "visits.put({ row: ['alice', ^'5'], cells: { v: { page: 'home' } } });",
    says: ["'string'", 'number | bigint'],
  },
  'a prefix of row keys of another type': {
    statement: 'visits.getScanner({ ^prefix: [5] });',
    says: ['[number]', 'readonly [string]'],
  },
  'a slip in the name of a declared column, in a mutation of a row': {
    statement: "web.mutateRow({ row: 'r', mutations: [{ row: 'r', cells: { contents: { ^htlm: 'v' } } }] });",
    says: ["'string'", 'BytesUnlessDeclared<'],
  },
  'a slip in the name of a declared column, in a batch': {
    statement: "web.batch([{ row: 'r', cells: { contents: { ^htlm: 'v' } } }]);",
    says: ["'string'", 'BytesUnlessDeclared<'],
  },
  'a codec that cannot be a part of a row key': {
    statement: 'keyOf(text, ^json<object>());',
    says: ["'Codec<object, object>'", 'KeyPartLike'],
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
  return `import { type Connection, columnEquals, defineTable, Get, int64, int64Descending, json, keyOf, Put, text, type TypedPut } from '${bigtab}';
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
const put: TypedPut<(typeof webtable)['families']> = { row: 'r', cells: { stats: { hits: 5 } } };
web.put({ row: 'r', cells: [{ family: 'stats', qualifier: 'hits', value: 5n, timestamp: 5 }, { family: 'links', qualifier: name, value: 'v' }] });
web.append({ row: 'r', values: { contents: { html: 'v' }, links: { any: 'v' } } });
web.mutateRow({ row: 'r', mutations: [put, { row: 'r', amounts: { stats: { hits: 1 } } }, { kind: 'Delete', row: 'r' }, new Put('r')] });
web.batch([put, { kind: 'Get', row: 'r' }, new Get('r'), { row: 'r', values: { contents: { html: 'v' } } }]);
web.getBufferedMutator({ maxMutations: 5 }).mutate([put, new Put('r')]);
web.checkAndMutate({ row: 'r', family: 'stats', qualifier: 'hits', op: 'LESS', value: 5, action: put });
web.checkAndMutate({ row: 'r', family: 'contents', qualifier: 'html', value: null, action: { row: 'r', mutations: [put] } });
web.checkAndMutate([{ row: 'r', family: 'contents', qualifier: 'html', action: put }]);
web.checkAndMutate({ row: 'r', filter: columnEquals(webtable, 'contents:html', 'v'), action: put });
web.checkAndMutate('r', 'stats').qualifier('hits').ifEquals(5).thenPut({ row: 'r', cells: { contents: { html: 'v' } } });
columnEquals(webtable, 'links:any', 'v');
columnEquals(webtable, 'contents:other', bytes);
const visits = connection.getTable(defineTable({ name: 'v', key: keyOf(text, int64Descending), families: { v: { columns: { page: text } } } }));
visits.put({ row: ['alice', 5], cells: { v: { page: 'home' } } });
visits.get(['alice', 5n]).then(({ key }): readonly [string, bigint] | null => key);
visits.get([['alice', 5n], { row: ['bob', 6] }]).then((rows): number => rows.length);
visits.exists([['alice', 5n]]).then((found): boolean[] => found);
visits.delete({ row: ['alice', 5n] });
for await (const { key: [who, when] } of visits.getScanner({ prefix: ['alice'] })) who.padEnd(Number(when));
visits.getScanner({ start: ['alice', 9n], stop: ['bob'] });
visits.getScanner({}, { onDecodeError: (error) => error.code }).next().then((row): string => (typeof row === 'string' ? row : ''));
connection.atomicBatch([{ table: web, mutation: put }, { table, mutation: new Put('r') }, { table: 't', mutation: { row: 'r', cells: { f: { q: 'v' } } } }])
  .then(([row, result]): readonly [string | null, number] => [row.contents.html, result.size]);
connection.atomicBatch([{ table: visits, mutation: { row: ['alice', 5], cells: { v: { page: 'home' } } } }]);
`;
}

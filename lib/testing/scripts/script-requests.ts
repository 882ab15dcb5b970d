/*
 * Converts the words of a command to a request of the public API. Rows, qualifiers and values are in printable form,
 * with `\xNN` for bytes that cannot be typed.
 */
import { toBytesBinary } from '../../bytes/bytes.js';
import {
  ALL_VERSIONS,
  Append,
  type BytesLike,
  CheckAndMutate,
  Delete,
  type FamilyAttributes,
  Get,
  Increment,
  type MarkerLike,
  Put,
  parseFilter,
  RowMutations,
  Scan,
  type ScanLike,
} from '../../index.js';
import type { Command } from './script-parser.js';

export type Mutation = Put | Delete | Increment | Append | RowMutations;

/** How the value of an option is read. */
type Reader = (text: string) => unknown;
/** Maps an option of a script to the property of a literal and the function that reads its value. */
type Options = Readonly<Record<string, readonly [property: string, read: Reader]>>;

const READ_OPTIONS: Options = {
  VERSIONS: ['versions', (text) => (text === 'all' ? 'all' : toNumber(text))],
  TIMERANGE: ['timeRange', toRange],
  TIMESTAMP: ['timestamp', toNumber],
  AS_OF: ['asOf', toNumber],
  FAMILY_TIMERANGE: ['familyTimeRange', toFamilyRange],
  MAX_RESULTS_PER_COLUMN_FAMILY: ['maxResultsPerColumnFamily', toNumber],
  ROW_OFFSET_PER_COLUMN_FAMILY: ['rowOffsetPerColumnFamily', toNumber],
  FILTER: ['filter', parseFilter],
};

const SCAN_OPTIONS: Options = {
  ...READ_OPTIONS,
  STARTROW: ['start', toBytesBinary],
  STOPROW: ['stop', toBytesBinary],
  START_INCLUSIVE: ['startInclusive', toTruth],
  STOP_INCLUSIVE: ['stopInclusive', toTruth],
  ROWPREFIXFILTER: ['prefix', toBytesBinary],
  LIMIT: ['limit', toNumber],
  REVERSED: ['reversed', toTruth],
  RAW: ['raw', toTruth],
  BATCH: ['batch', toNumber],
  ON_DEMAND: ['loadColumnFamiliesOnDemand', toTruth],
};

const PUT_OPTIONS: Options = { TIMESTAMP: ['timestamp', toNumber], TTL: ['ttlMs', toNumber] };
const DELETE_OPTIONS: Options = { TIMESTAMP: ['timestamp', toNumber] };
const CHANGE_OPTIONS: Options = {
  ...PUT_OPTIONS,
  TIMERANGE: ['timeRange', toRange],
  RETURN_RESULTS: ['returnResults', toTruth],
};

const FAMILY_OPTIONS: Options = {
  VERSIONS: ['maxVersions', (text) => (text === 'all' ? ALL_VERSIONS : toNumber(text))],
  MIN_VERSIONS: ['minVersions', toNumber],
  TTL: ['timeToLive', (text) => (/^-?\d+$/.test(text) ? toNumber(text) : text)],
  NEW_VERSION_BEHAVIOR: ['newVersionBehavior', toTruth],
  KEEP_DELETED_CELLS: ['keepDeletedCells', (text) => text],
  BLOOMFILTER: ['bloomFilter', (text) => text],
  BLOCKSIZE: ['blockSize', toNumber],
};

/** `get ROW COLUMN… OPTIONS`. */
export function toGet({ words, options }: Command): Get {
  checkCount(words, 2, Infinity, 'get ROW COLUMN…');
  const [, row = '', ...columns] = words;
  return new Get(literal({ row: toBytesBinary(row), ...columnsOf(columns) }, options, READ_OPTIONS));
}

/**
 * `scan COLUMN… OPTIONS`. The bounds of a reversed scan may be in the wrong order, as in HBase; those of a literal may
 * not.
 */
export function toScan({ words: [, ...columns], options }: Command): Scan {
  const like: ScanLike = literal(columnsOf(columns), options, SCAN_OPTIONS);
  if (like.prefix !== undefined) return new Scan(like);
  const { reversed = false, ...others } = like;
  return new Scan(others).setReversed(reversed);
}

/** A command that changes one row: `put ROW …`, or `put …` if `row` is given. */
export function toMutation(command: Command, row?: Uint8Array): Mutation {
  const [name, ...words] = command.words;
  if (row === undefined) checkCount(words, 1, Infinity, `${name} ROW …`);
  const key = row ?? toBytesBinary(words.shift() as string);
  switch (name) {
    case 'put':
      return toPut(key, words, command);
    case 'delete':
      return toDelete(
        key,
        someOf(words.length > 0 ? [{ ...command, words: ['column', ...words] }] : command.parts),
        command,
      );
    case 'deleteall':
      return toDelete(
        key,
        wholeOf(words).map((part) => ({ ...command, words: part })),
        command,
      );
    case 'incr':
      return new Increment(
        literal({ row: key, amounts: partsOf(words, command).map(toAmount) }, command.options, CHANGE_OPTIONS),
      );
    case 'append':
      return new Append(
        literal({ row: key, values: partsOf(words, command).map(toCell) }, command.options, CHANGE_OPTIONS),
      );
    case 'mutate_row':
      return toRowMutations(key, command.parts);
    default:
      throw new Error(`no command is called ${name}`);
  }
}

/**
 * `check_and_mutate ROW COLUMN OPERATOR VALUE`, `… COLUMN absent`, or `… ROW FILTER=>…`; the actions are on the lines
 * below, without the row.
 */
export function toCheckAndMutate({ words, options, parts }: Command): CheckAndMutate {
  const filtered = options.has('FILTER');
  const most = filtered ? 2 : words[3] === 'absent' ? 4 : 5;
  checkCount(words, filtered ? 2 : 4, most, 'check_and_mutate ROW COLUMN OPERATOR VALUE');
  const [, row = '', column = '', operator, value] = words;
  const key = toBytesBinary(row);
  const [family, qualifier] = toColumn(column);
  const compared = operator === 'absent' ? {} : { op: operator, value: toBytesBinary(value ?? '') };
  const condition = filtered ? {} : { family, qualifier: qualifier ?? '', ...compared };
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('the action stands below the condition');
  const action = others.length === 0 ? toMutation(first, key) : toRowMutations(key, parts);
  const known: Options = { TIMERANGE: ['timeRange', toRange], FILTER: ['filter', parseFilter] };
  return new CheckAndMutate(literal({ row: key, ...condition, action }, options, known));
}

/**
 * The attributes of a family: `NAME OPTIONS`. An option with a period in its name is one of the family's
 * configuration.
 */
export function toFamily({ words: [name = ''], options }: Command): FamilyAttributes {
  const attributes = [...options].filter(([key]) => !key.includes('.'));
  const configuration = Object.fromEntries([...options].filter(([key]) => key.includes('.')));
  const like = literal<FamilyAttributes>({ name: toBytesBinary(name) }, new Map(attributes), FAMILY_OPTIONS);
  return Object.keys(configuration).length === 0 ? like : { ...like, configuration };
}

function toPut(row: Uint8Array, words: readonly string[], command: Command): Put {
  return new Put(literal({ row, cells: partsOf(words, command).map(toCell) }, command.options, PUT_OPTIONS));
}

function toDelete(row: Uint8Array, parts: readonly Command[], command: Command): Delete {
  const markers = parts.length === 0 ? {} : { markers: parts.map(toMarker) };
  return new Delete(literal({ row, ...markers }, command.options, DELETE_OPTIONS));
}

function toRowMutations(row: Uint8Array, parts: readonly Command[]): RowMutations {
  return new RowMutations({ row, mutations: parts.map((part) => toMutation(part, row) as Put) });
}

/** A mistake must not turn `delete` into a delete of the whole row, for which there is `deleteall`. */
function someOf(parts: readonly Command[]): readonly Command[] {
  if (parts.length === 0) throw new Error('delete takes a column, or markers below it; deleteall takes whole rows');
  return parts;
}

/** The other deletes of `deleteall`, besides whole rows. */
function wholeOf(words: readonly string[]): readonly (readonly string[])[] {
  const [column, ...rest] = words;
  if (column === undefined) return [];
  return [[column.includes(':') ? 'columns' : 'family', column, ...rest]];
}

/** The parts of a command: the rest of its line, or the lines below it. */
function partsOf(words: readonly string[], { parts }: Command): readonly (readonly string[])[] {
  if (words.length > 0 && parts.length > 0) throw new Error('it stands either behind the command or below it');
  for (const { options, text } of parts)
    if (options.size > 0) throw new Error(`options stand behind the command, not at ${text}`);
  return words.length > 0 ? [words] : parts.map((part) => part.words);
}

function checkCount(words: readonly string[], least: number, most: number, form: string): void {
  if (words.length < least || words.length > most) throw new Error(`${words.join(' ')} does not have the form ${form}`);
}

/** `COLUMN VALUE [TIMESTAMP]`. */
function toCell(words: readonly string[]): {
  family: Uint8Array;
  qualifier: Uint8Array;
  value: Uint8Array;
  timestamp?: number;
} {
  checkCount(words, 2, 3, 'COLUMN VALUE [TIMESTAMP]');
  const [column = '', value = '', timestamp] = words;
  const [family, qualifier = new Uint8Array(0)] = toColumn(column);
  const cell = { family, qualifier, value: toBytesBinary(value) };
  return timestamp === undefined ? cell : { ...cell, timestamp: toNumber(timestamp) };
}

/** `COLUMN AMOUNT`. */
function toAmount(words: readonly string[]): { family: Uint8Array; qualifier: Uint8Array; amount: bigint } {
  checkCount(words, 2, 2, 'COLUMN AMOUNT');
  const [column = '', amount = ''] = words;
  const [family, qualifier = new Uint8Array(0)] = toColumn(column);
  return { family, qualifier, amount: BigInt(amount) };
}

/** `KIND COLUMN [TIMESTAMP]`. */
function toMarker({ words }: Command): MarkerLike {
  checkCount(words, 2, 3, 'KIND COLUMN [TIMESTAMP]');
  const [kind, column = '', timestamp] = words;
  const [family, qualifier] = toColumn(column);
  const at = timestamp === undefined ? {} : { timestamp: toNumber(timestamp) };
  return { kind, family, ...(qualifier === undefined ? {} : { qualifier }), ...at } as MarkerLike;
}

/** `f:q`, or the family `f`. */
function toColumn(text: string): readonly [family: Uint8Array, qualifier?: Uint8Array] {
  const colon = text.indexOf(':');
  return colon === -1
    ? [toBytesBinary(text)]
    : [toBytesBinary(text.slice(0, colon)), toBytesBinary(text.slice(colon + 1))];
}

function columnsOf(columns: readonly string[]): { columns?: readonly (readonly [BytesLike, BytesLike?])[] } {
  return columns.length === 0 ? {} : { columns: columns.map(toColumn) };
}

/** `base` with the properties that `options` name. */
function literal<T>(base: object, options: ReadonlyMap<string, string>, known: Options): T {
  const properties = [...options].map(([name, text]) => {
    const option = known[name];
    if (option === undefined)
      throw new Error(`no option is called ${name}; there are ${Object.keys(known).join(', ')}`);
    return [option[0], option[1](text)];
  });
  return { ...base, ...Object.fromEntries(properties) } as T;
}

/** A number. Throws an Error for anything else. */
export function toNumber(text: string): number {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw new Error(`${text} is not a number`);
  return number;
}

function toTruth(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error(`${text} is neither true nor false`);
  return text === 'true';
}

/** `[min,max]`. */
function toRange(text: string): readonly number[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(toNumber);
}

/** `f:[min,max]`. */
function toFamilyRange(text: string): Readonly<Record<string, readonly number[]>> {
  const colon = text.indexOf(':');
  return { [text.slice(0, colon)]: toRange(text.slice(colon + 1)) };
}

import { isBytes } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { parseColumn } from '../model/bytes-like.js';
import { requireGivenBounds } from '../model/given-bounds.js';
import type { KeyCodec, KeyInput, KeyParts } from '../model/key-codec.js';
import { isRecord } from '../model/literal.js';
import { kindOfRequest } from '../model/request-kind.js';
import { type ColumnCodec, codecOf, inColumn } from './column-codec.js';
import { encodeBounds } from './encode-bounds.js';
import { encodeIndexScan } from './encode-index-scan.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyIndexes } from './index-definition.js';
import { isZero, zeroCondition } from './zero-filter.js';

/*
 * Converts the literals of a typed table into those of a Table. What is malformed in any other way is passed on
 * unchanged, and a Table refuses it.
 */

/** What a typed table converts requests with. */
export interface RequestCodecs {
  readonly families: FamilyDefinitions;
  readonly key: KeyCodec<KeyParts> | null;
  readonly indexes: AnyIndexes;
  /** Whether a cluster of HBase stores the table. Its gateway has no conditions with filters. */
  readonly isOfCluster: boolean;
}

type Literal = Readonly<Record<string, unknown>>;
type Encode = (codecs: RequestCodecs, literal: Literal, row: unknown) => object;

const ENCODERS: Readonly<Record<string, Encode>> = {
  Put: (codecs, { cells }, row) => ({ cells: encodeParts(cells, 'value', valueEncoder(codecs, row)) }),
  Append: (codecs, { values }, row) => ({ values: encodeParts(values, 'value', appendEncoder(codecs, row)) }),
  Increment: (codecs, { amounts }, row) => ({ amounts: encodeParts(amounts, 'amount', amountChecker(codecs, row)) }),
  RowMutations: (codecs, { mutations }) => ({
    mutations: Array.isArray(mutations) ? mutations.map((one) => encodeRequest(codecs, one)) : mutations,
  }),
  CheckAndMutate: (codecs, literal, row) => ({
    action: encodeRequest(codecs, literal.action),
    ...encodeExpected(codecs, literal, row),
  }),
  Condition: encodeExpected,
};

/** The expected value of a condition. */
function encodeExpected(codecs: RequestCodecs, condition: Literal, row: unknown): object {
  const { column, value } = condition;
  if (value === undefined || value === null) return {};
  const { family, qualifier } = column === undefined ? condition : parseColumn(column);
  const encoded = valueEncoder(codecs, row)(family, qualifier, value);
  // With a filter or `exists`, the condition does not compare the column, or is refused.
  const comparesColumn = (condition.filter ?? condition.exists ?? null) === null;
  if (!comparesColumn || codecs.isOfCluster || !isZero(codecOf(codecs.families, family, qualifier), encoded))
    return { value: encoded };
  return zeroCondition(condition);
}

/**
 * A literal with its values and its row key as bytes; `kind`: what a literal without a kind describes. Any other value
 * is a row key or unchanged. A request that is an object is checked and unchanged. Throws INVALID_ARGUMENT.
 */
export function encodeRequest(codecs: RequestCodecs, given: unknown, kind: string | null = null): unknown {
  if (!isRecord(given)) return kind === 'Get' ? encodeKey(codecs, given) : given;
  const type = kindOfRequest(given) ?? kind;
  if (typeof given.toLiteral === 'function') {
    checkRequest(codecs, given as unknown as RequestObject);
    return given;
  }
  if (type === 'Scan') return encodeScan(codecs, given);
  const row = encodeKey(codecs, given.row);
  return { ...given, row, ...(ENCODERS[type ?? ''] ?? (() => ({})))(codecs, given, row) };
}

/** The values of a scan by an index are those of its columns; any other scan has bounds that are row keys. */
function encodeScan({ families, key, indexes }: RequestCodecs, scan: Literal): object {
  // Codecs may accept undefined.
  requireGivenBounds(scan);
  if (scan.index !== undefined) return encodeIndexScan(families, indexes, scan);
  return key === null ? scan : encodeBounds(key, scan);
}

/** The bytes of a row key of several parts; any other row key unchanged. Throws INVALID_ARGUMENT. */
function encodeKey({ key }: RequestCodecs, row: unknown): unknown {
  if (key === null) return row;
  if (!isBytes(row)) return key.encode(row as KeyInput<KeyParts>);
  key.decode(row);
  return row;
}

type PartEncoder = (family: unknown, qualifier: unknown, value: unknown) => unknown;

/** Values by family and qualifier, or a list of parts whose property `name` is the value. */
function encodeParts(given: unknown, name: string, encode: PartEncoder): unknown {
  if (Array.isArray(given))
    return given.map((part) =>
      isRecord(part) && name in part ? { ...part, [name]: encode(part.family, part.qualifier, part[name]) } : part,
    );
  if (!isRecord(given)) return given;
  return mapEntries(given, (family, columns) =>
    isRecord(columns) ? mapEntries(columns, (qualifier, value) => encode(family, qualifier, value)) : columns,
  );
}

function mapEntries(given: Literal, map: (name: string, value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(name, value)]));
}

function valueEncoder({ families }: RequestCodecs, row: unknown): PartEncoder {
  return (family, qualifier, value) => {
    const codec = codecOf(families, family, qualifier);
    return codec === null ? value : inColumn(row, family, qualifier, () => codec.encode(value));
  };
}

function appendEncoder({ families }: RequestCodecs, row: unknown): PartEncoder {
  return (family, qualifier, value) => {
    const codec = codecOf(families, family, qualifier);
    if (codec === null) return value;
    return inColumn(row, family, qualifier, () => appendable(codec).encode(value));
  };
}

function amountChecker({ families }: RequestCodecs, row: unknown): PartEncoder {
  return (family, qualifier, amount) => {
    const codec = codecOf(families, family, qualifier);
    if (codec !== null) inColumn(row, family, qualifier, () => countable(codec));
    return amount;
  };
}

function appendable(codec: ColumnCodec): ColumnCodec {
  if (codec.appends === true) return codec;
  throw invalidArgument(`the codec ${codec.name} does not support append; put the new value instead`);
}

function countable(codec: ColumnCodec): void {
  if (codec.counts === true) return;
  throw invalidArgument(`the codec ${codec.name} is not one of counters; use int64, or put the new value instead`);
}

/** A Put, Get or other request, of this or of another copy of the package. */
interface RequestObject {
  readonly kind?: unknown;
  readonly row?: Uint8Array;
  readonly added?: readonly {
    readonly family: Uint8Array;
    readonly qualifier: Uint8Array;
    readonly value: Uint8Array;
  }[];
  readonly mutations?: readonly RequestObject[];
  readonly action?: RequestObject;
  readonly family?: Uint8Array;
  readonly qualifier?: Uint8Array;
  readonly value?: Uint8Array | null;
}

/**
 * Checks the bytes of a request: its row key must be a key of the table, and the codec of each declared column must be
 * able to read its value. Throws INVALID_ARGUMENT.
 */
function checkRequest(codecs: RequestCodecs, request: RequestObject): void {
  const { kind, row, added = [], mutations = [], action, family, qualifier, value } = request;
  if (codecs.key !== null && row !== undefined) codecs.key.decode(row);
  if (kind !== 'Delete') for (const cell of added) checkCell(codecs, request, cell);
  for (const mutation of mutations) checkRequest(codecs, mutation);
  if (action === undefined) return;
  checkRequest(codecs, action);
  // An empty value means that the column is absent.
  if (value && value.length > 0) checkCell(codecs, request, { family, qualifier, value });
}

function checkCell(
  { families }: RequestCodecs,
  { kind, row }: RequestObject,
  { family, qualifier, value }: { readonly family?: unknown; readonly qualifier?: unknown; readonly value: Uint8Array },
): void {
  const codec = codecOf(families, family, qualifier);
  if (codec === null) return;
  inColumn(row, family, qualifier, () => {
    if (kind === 'Increment') countable(codec);
    else (kind === 'Append' ? appendable(codec) : codec).decode(value.slice());
  });
}

/*
 * The token at the end of an export: from which state of which database an increment continues.
 *
 * It is a JSON list in Base64: [version, database, generation, sequence id, [[table, id, [family ids]]...]].
 *
 *   database      the random name that the catalog has since the first export. It changes when the log lost writes that
 *                 an export had
 *   generation    that of the catalog when the export began: what was removed by later commits is missing in the export
 *   sequence id   of the last write that the export may have
 *   tables        what it has: an increment has other tables completely
 */
import { decodeBase64, encodeBase64 } from '../../bytes/base64.js';
import { decodeText, encodeText } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';

const VERSION = 1;

export interface TokenTable {
  readonly name: string;
  readonly id: number;
  readonly families: readonly number[];
}

export interface ExportToken {
  readonly database: string;
  readonly generation: number;
  readonly sequenceId: number;
  readonly tables: readonly TokenTable[];
}

export function encodeToken({ database, generation, sequenceId, tables }: ExportToken): string {
  const listed = tables.map(({ name, id, families }) => [name, id, families]);
  return encodeBase64(encodeText(JSON.stringify([VERSION, database, generation, sequenceId, listed])));
}

/** Throws INVALID_ARGUMENT for text that is not a token. */
export function decodeToken(text: unknown): ExportToken {
  try {
    const [version, database, generation, sequenceId, tables] = JSON.parse(decodeText(decodeBase64(text as string)));
    const isSound = version === VERSION && typeof database === 'string' && isCount(generation) && isCount(sequenceId);
    if (isSound) return { database, generation, sequenceId, tables: tables.map(tableOf) };
  } catch {
    // It is refused below.
  }
  throw invalidArgument('since must be the token in the last line of an export');
}

function tableOf([name, id, families]: readonly [unknown, unknown, readonly unknown[]]): TokenTable {
  if (typeof name === 'string' && isCount(id) && families.every(isCount))
    return { name, id, families: families as readonly number[] };
  throw new Error('not a table');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

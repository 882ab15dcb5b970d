import { BigtabError } from '../errors.js';
import { familyNameBytes } from '../model/schema/family-descriptor.js';
import { errorFromData } from '../service/error-handler.js';
import { decodeMutateReply } from '../service/mutate-codec.js';
import { type BackupCell, type BackupHeader, checksumText } from './backup-format.js';
import type { BackupPort } from './backup-port.js';
import { badLine, damagedLine } from './bad-line.js';
import type { ByteSource } from './byte-source.js';
import { succession } from './cell-order.js';
import { type CellRequest, CellRequests, REQUEST_BYTES } from './cell-requests.js';
import { createTables, type ImportTarget, mergeTables } from './import-target.js';
import { LineReader } from './line-reader.js';
import { ESCAPE_BYTES } from './line-writer.js';
import { type FamilyOfBackup, readCellLine } from './read-cell.js';
import { familiesOf, HEADER_BYTES, readHeader } from './read-header.js';
import { type JsonLimits, type JsonObject, readJsonLine } from './read-json.js';

export interface ImportOrder {
  readonly mode: 'create' | 'merge';
  /** The version of the app that an older backup does not tell. */
  readonly version?: number | undefined;
  /** Called with the number of bytes that have arrived. */
  readonly onProgress: (bytes: number) => void;
}

/** A line may always be this long. */
const LINE_BYTES = 32 * 1024 * 1024;
/** The bytes of a line that are not those of its cell. */
const FRAME_BYTES = 1024 * 1024;
const UNLIMITED_LINE = 2 ** 30;
/** A cell has no more properties than this, and none that is an object. */
const LINE_LIMITS: JsonLimits = { depth: 1, parts: 16 };
/** The number of requests in progress at once: enough to keep the engine busy, with little memory. */
const MOST_REQUESTS = 4;

/**
 * Reads a backup and writes its cells. Everything is checked: a backup may come from anywhere. Rejects with
 * INVALID_ARGUMENT or CORRUPTION with `details.line`, FORMAT_TOO_NEW, and the errors of the engine; then the tables of
 * mode `create` are removed. Returns the number of bytes.
 */
export async function importBackup(port: BackupPort, source: ByteSource, order: ImportOrder): Promise<number> {
  const { maxCellSize } = port;
  const longest = maxCellSize > 0 ? Math.max(LINE_BYTES, ESCAPE_BYTES * maxCellSize + FRAME_BYTES) : UNLIMITED_LINE;
  const lines = new LineReader(source, longest, HEADER_BYTES);
  let target: ImportTarget | null = null;
  try {
    const header = withVersion(readHeader(await firstLine(lines)), order.version);
    const check = (): void => source.check();
    check();
    const make = order.mode === 'create' ? createTables : mergeTables;
    const made = await atLine(1, () => make(port, header, check));
    target = made;
    await new ImportRun(port, lines, header, made.names, order).run();
    check();
    // The first line says what is created.
    await atLine(1, () => made.finish());
    return lines.bytes;
  } catch (error) {
    source.cancel(error);
    await target?.cancel();
    throw target === null ? error : withOutcome(error, target.left);
  }
}

/** Throws INVALID_ARGUMENT if the backup tells another version. */
function withVersion(header: BackupHeader, version: number | undefined): BackupHeader {
  const { appVersion = version } = header;
  if (appVersion === undefined) return header;
  if (version !== undefined && version !== appVersion)
    throw badLine(1, `has version ${appVersion} of the app, but the option version is ${version}`);
  return { ...header, appVersion };
}

async function firstLine(lines: LineReader): Promise<Uint8Array> {
  for (;;) {
    const line = lines.next();
    if (line !== null) return line;
    if (!(await lines.fill())) throw badLine(1, 'is missing: the backup is empty');
  }
}

/** Writes the cells of the lines after the header. Used once. */
class ImportRun {
  readonly #port: BackupPort;
  readonly #lines: LineReader;
  readonly #header: BackupHeader;
  readonly #targets: readonly string[];
  readonly #order: ImportOrder;
  /** Index of the table whose lines are read. */
  #table = -1;
  #families: ReadonlyMap<string, FamilyOfBackup> = new Map();
  #requests: CellRequests | null = null;
  #last: BackupCell | null = null;
  #cells = 0;
  #ended = false;
  readonly #underWay: Promise<void>[] = [];
  #failure: { readonly error: unknown } | null = null;

  constructor(
    port: BackupPort,
    lines: LineReader,
    header: BackupHeader,
    targets: readonly string[],
    order: ImportOrder,
  ) {
    this.#port = port;
    this.#lines = lines;
    this.#header = header;
    this.#targets = targets;
    this.#order = order;
  }

  async run(): Promise<void> {
    try {
      await this.#readLines();
      this.#send();
    } finally {
      await Promise.all(this.#underWay);
    }
    if (this.#failure !== null) throw this.#failure.error;
    if (!this.#ended) throw badLine(this.#lines.line + 1, 'is missing: the backup was cut off');
  }

  async #readLines(): Promise<void> {
    const lines = this.#lines;
    const pacer = this.#port.pacer();
    for (;;) {
      const line = lines.next();
      if (line === null) {
        if (!(await lines.fill())) return;
        this.#order.onProgress(lines.bytes);
      } else this.#readLine(line);
      if (this.#requests !== null && this.#requests.byteLength >= REQUEST_BYTES) this.#send();
      while (this.#underWay.length >= MOST_REQUESTS && this.#failure === null) await Promise.race(this.#underWay);
      if (this.#failure !== null) throw this.#failure.error;
      if (pacer.due()) await pacer.rest();
    }
  }

  #readLine(bytes: Uint8Array): void {
    const { line } = this.#lines;
    if (this.#ended) throw badLine(line, 'comes after the last one');
    const given = readJsonLine(bytes, line, LINE_LIMITS);
    if (given.row !== undefined) this.#readCell(given, line);
    else if (given.table !== undefined) this.#beginTable(given, line);
    else this.#end(given, line);
  }

  #readCell(given: JsonObject, line: number): void {
    if (this.#requests === null) throw badLine(line, 'is a cell before the line of its table');
    const cell = readCellLine(given, line, this.#families, this.#port.maxCellSize);
    const how = succession(this.#last, cell);
    if (how === 'wrong') throw badLine(line, 'is not in order: cells are sorted, or numbered by their writes');
    this.#requests.add(cell, line, how === 'later write');
    this.#last = cell;
    this.#cells++;
  }

  /** Tables are in the order of the header. */
  #beginTable({ table: name }: JsonObject, line: number): void {
    this.#send();
    const table = this.#header.tables[++this.#table];
    if (table === undefined || table.descriptor.name !== name)
      throw badLine(line, 'begins a table that is not the next one of the first line');
    this.#families = familiesOf(table);
    const names = table.descriptor.families.map((family) => familyNameBytes(family.name));
    this.#requests = new CellRequests(this.#targets[this.#table] as string, names);
    this.#last = null;
  }

  #end({ cells, checksum, token, ...others }: JsonObject, line: number): void {
    const isToken = token === undefined || token === null || typeof token === 'string';
    if (typeof cells !== 'number' || typeof checksum !== 'string' || !isToken || Object.keys(others).length > 0)
      throw badLine(line, 'is neither a cell nor a table nor the end');
    if (this.#table + 1 < this.#header.tables.length) throw damagedLine(line, 'ends the backup before its last table');
    if (cells !== this.#cells) throw damagedLine(line, `counts ${cells} cells, but ${this.#cells} came before it`);
    if (checksum !== checksumText(this.#lines.checksum))
      throw damagedLine(line, 'has another checksum than the lines before it');
    this.#ended = true;
  }

  /** Sends the cells that are collected. */
  #send(): void {
    const taken = this.#requests?.take() ?? null;
    if (taken === null) return;
    const sent = this.#write(taken).then(
      () => {},
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    this.#underWay.push(sent);
    sent.then(() => this.#underWay.splice(this.#underWay.indexOf(sent), 1));
  }

  async #write({ request, lines, lastLine }: CellRequest): Promise<void> {
    const reply = await atLine(lines[0] as number, () => this.#port.write(request), lastLine);
    const [failed] = decodeMutateReply(reply);
    if (failed === undefined) return;
    const { index, error } = failed;
    await atLine(lines[index] as number, () => Promise.reject(errorFromData(error)));
  }
}

/** Adds the line to an error that has none. `last`: the last line that it may be about. */
async function atLine<T>(line: number, work: () => Promise<T>, last: number = line): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!BigtabError.is(error) || error.details.line !== undefined) throw error;
    const where = last === line ? `line ${line}` : `lines ${line} to ${last}`;
    const details = { ...error.details, line, ...(last !== line && { lastLine: last }) };
    throw new BigtabError(error.code, `The backup cannot be imported: ${where}: ${error.message}`, {
      details,
      cause: error,
    });
  }
}

/** Adds to an error what was imported. */
function withOutcome(error: unknown, left: string): unknown {
  if (!BigtabError.is(error)) return error;
  const { code, message, details } = error;
  return new BigtabError(code, `${message}${message.endsWith('.') ? '' : '.'} ${left}`, { details, cause: error });
}

/*
 * Runs the reads of a script in a database and prints its answers, over any connection. The title of a section is the
 * table that its reads use; the reads in the section `the database` use no table.
 */
import { crc32c } from '../../bytes/crc32c.js';
import { encodeText } from '../../bytes/text.js';
import type { Connection, FamilyDescriptor, TableDescriptor } from '../../index.js';
import { errorLine, rowLines, scanLines } from '../scripts/script-output.js';
import type { Block, Command, Script, Section } from '../scripts/script-parser.js';
import { toGet, toScan } from '../scripts/script-requests.js';

type Lines = readonly string[];
type Answer = (connection: Connection, table: string, command: Command) => Promise<Lines>;

/** A longer row or value is shortened to its beginning, length and checksum. */
const LONG = /^\S{90,}|(?<=value=).{60,}$/g;

/**
 * The attributes of a table and a family that all formats so far store. Attributes added by later versions are not
 * read.
 */
const TABLE_ATTRIBUTES = ['durability', 'readOnly', 'maxFileSize', 'metadata', 'configuration'] as const;
const FAMILY_ATTRIBUTES = [
  'bloomFilter',
  'blockSize',
  'maxVersions',
  'minVersions',
  'timeToLive',
  'keepDeletedCells',
  'newVersionBehavior',
  'blockCache',
  'inMemory',
  'compression',
  'dataBlockEncoding',
  'metadata',
  'configuration',
] as const satisfies readonly (keyof FamilyDescriptor)[];

const ANSWERS: Readonly<Record<string, Answer>> = {
  list: async (connection) => {
    const admin = connection.getAdmin();
    const names = await admin.listTableNames();
    return Promise.all(
      names.map(async (name) => `${name} ${(await admin.isTableEnabled(name)) ? 'ENABLED' : 'DISABLED'}`),
    );
  },
  namespaces: async (connection) =>
    (await connection.getAdmin().listNamespaceDescriptors()).map(
      ({ name, configuration }) => `${name} ${JSON.stringify(configuration)}`,
    ),
  describe: async (connection, table) => descriptorLines(await connection.getTable(table).getDescriptor()),
  get: async (connection, table, command) => rowLines(await connection.getTable(table).get(toGet(command))),
  scan: async (connection, table, command) =>
    scanLines(await connection.getTable(table).getScanner(toScan(command)).toArray()),
};

/**
 * The printed answers of a stored database, for every block: when it is opened, after a major compaction, and when it
 * is opened again.
 */
export interface Answered {
  readonly problems: readonly string[];
  readonly opened: readonly Lines[];
  readonly compacted: readonly Lines[];
  readonly reopened: readonly Lines[];
  /** Whether the rows written after that are read back, before and after another opening. */
  readonly written: readonly boolean[];
}

/** The output of each block of `script`. A disabled table is enabled for its reads. */
export async function answersOf(connection: Connection, script: Script): Promise<ReadonlyMap<Block, Lines>> {
  const printed = new Map<Block, Lines>();
  for (const section of script.sections) {
    const answer = async (): Promise<void> => {
      for (const block of section.blocks) printed.set(block, await linesOf(connection, section, block));
    };
    await whileEnabled(connection, section.title, answer);
  }
  return printed;
}

/** Flushes and major-compacts every table. */
export async function compactAll(connection: Connection): Promise<void> {
  const admin = connection.getAdmin();
  for (const table of await admin.listTableNames())
    await whileEnabled(connection, table, () => admin.majorCompact(table));
}

/** Puts, deletes and counts in its own rows, in every family, and returns the printed results of gets of those rows. */
export async function writeAgain(connection: Connection, mark: string): Promise<readonly Lines[]> {
  const admin = connection.getAdmin();
  for (const name of await admin.listTableNames()) {
    await whileEnabled(connection, name, async () => {
      const table = connection.getTable(name);
      const families = (await table.getDescriptor()).families.map((family) => family.name);
      await table.put({
        row: `${mark} a`,
        cells: Object.fromEntries(families.map((family) => [family, { q: mark, gone: 'x' }])),
      });
      await table.delete({
        row: `${mark} a`,
        markers: families.map((family) => ({ kind: 'columns' as const, family, qualifier: 'gone' })),
      });
      await table.incrementColumnValue(`${mark} b`, families[0] as string, 'n', 3);
    });
  }
  return readBack(connection, mark);
}

/** The output of gets of the rows of `writeAgain`. */
export async function readBack(connection: Connection, mark: string): Promise<readonly Lines[]> {
  const printed: Lines[] = [];
  for (const name of await connection.getAdmin().listTableNames()) {
    await whileEnabled(connection, name, async () => {
      for (const row of ['a', 'b']) printed.push(rowLines(await connection.getTable(name).get(`${mark} ${row}`)));
    });
  }
  return printed;
}

/** Runs `work` with `table` enabled, and disables the table again if it was disabled. */
async function whileEnabled(connection: Connection, table: string, work: () => Promise<void>): Promise<void> {
  const admin = connection.getAdmin();
  const disabled = (await admin.listTableNamesByState(false)).includes(table);
  if (disabled) await admin.enableTable(table);
  await work();
  if (disabled) await admin.disableTable(table);
}

async function linesOf(connection: Connection, { title }: Section, block: Block): Promise<Lines> {
  const lines: string[] = [];
  for (const command of block.commands) {
    const answer = ANSWERS[command.words[0] ?? ''];
    if (answer === undefined) throw new Error(`no read is called ${command.text}`);
    lines.push(...(await answer(connection, title, command).catch((error) => [errorLine(error)])));
  }
  return lines.map((line) => line.replace(LONG, shortened));
}

function descriptorLines(descriptor: TableDescriptor): Lines {
  return [
    attributes(descriptor.name, descriptor, TABLE_ATTRIBUTES),
    ...descriptor.families.map((family) => attributes(family.name, family, FAMILY_ATTRIBUTES)),
  ];
}

function attributes<T extends object>(name: string, values: T, names: readonly (keyof T & string)[]): string {
  return [name, ...names.map((attribute) => `${attribute}=>${JSON.stringify(values[attribute])}`)].join(' ');
}

function shortened(text: string): string {
  const checksum = crc32c(encodeText(text), 0, encodeText(text).length).toString(16);
  return `${text.slice(0, 40)}…(${text.length} characters, checksum ${checksum})`;
}

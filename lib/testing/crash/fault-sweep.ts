/*
 * A fault sweep: each file of a small database is damaged in each way, one at a time. Then:
 *  1. the database opens;
 *  2. every answer is right or CORRUPTION, and CORRUPTION only where the damaged file may have cells;
 *  3. if the log is damaged, puts that only the log contained may be missing, but the report names the file. The end of
 *     the newest segment may be missing without a report, because this cannot be told from a torn write;
 *  4. the check of what is stored finds the file if a table still uses it;
 *  5. rows can be written and flushed, and everything is the same after the next open;
 *  6. in another copy of the database, a repair leaves nothing to find and loses nothing (`check-repair`).
 */
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import type { VerifyReport } from '../../model/verify-report.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import { checkRepair } from './check-repair.js';
import { type DamageSample, damageSample, openDamaged, type Reading, readEverything } from './damage-sample.js';
import { LossError, type SweepResult, sweepResult } from './sweep-result.js';

/** What a file of the sample is for. */
type Role =
  | 'store file'
  | 'spare store file'
  | 'log segment'
  | 'newest log segment'
  | 'spare log segment'
  | 'mirror'
  | 'obsolete file'
  | 'other file';

interface SampleFile {
  readonly path: string;
  readonly role: Role;
  readonly length: number;
  /** The keys of the cells that a store file may have, as `table/family/` and the first and last row. */
  readonly range: { readonly prefix: string; readonly first: string; readonly last: string } | null;
}

/** One way to damage a file. */
interface Damage {
  readonly name: string;
  /** Tells cases of one name apart, such as the position of a byte. */
  readonly detail?: string;
  apply(machine: SimMachine, path: string): void;
}

/** The case of a fault that affects no single file. */
interface WholeCase {
  readonly where: string;
  /** Whether unflushed puts may be missing if this is reported. */
  readonly losesLog: boolean;
  make(sample: DamageSample): SimMachine;
}

/** The places of a flipped byte, as parts of the length; and distances from the end. */
const PARTS: readonly number[] = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9];
const FROM_END: readonly number[] = [1, 10, 30, 60];

/** What an open does not find, because it reads only the end of a store file. */
const FOUND_BY_READING: readonly string[] = ['with a flipped byte', 'refusing to be read'];

/** Runs the sweep. `replay`: only the case with this name. */
export async function faultSweep(replay: string | null = null): Promise<SweepResult> {
  const sample = await damageSample();
  const result = sweepResult();
  for (const file of await filesOf(sample)) {
    for (const damage of damagesOf(file)) {
      const make = (): SimMachine => {
        const machine = imageOf(sample);
        damage.apply(machine, file.path);
        return machine;
      };
      const replayName = `fault:${file.path}:${damage.name}${damage.detail ?? ''}`;
      const where = `${file.role}, ${damage.name}`;
      await runCase(result, sample, { where, replayName, make, file, damage: damage.name }, replay);
    }
  }
  for (const { where, losesLog, make } of WHOLE_CASES) {
    const file: SampleFile | null = losesLog ? { path: 'wal', role: 'log segment', length: 0, range: null } : null;
    const tried = { where, replayName: `fault:${where}`, make: () => make(sample), file, damage: where };
    await runCase(result, sample, tried, replay);
  }
  return result;
}

/** What cannot be repaired, by the name of the case. */
const STAYS: Readonly<Record<string, readonly string[]>> = { 'catalog refusing every call': ['catalog'] };

interface Case {
  readonly where: string;
  readonly replayName: string;
  /** Makes a machine with the damage. */
  readonly make: () => SimMachine;
  readonly file: SampleFile | null;
  readonly damage: string;
}

async function runCase(result: SweepResult, sample: DamageSample, tried: Case, replay: string | null): Promise<void> {
  if (replay !== null && replay !== tried.replayName) return;
  result.faults++;
  const found = await check(sample, tried, result);
  if (found !== null) result.fail(tried.where, found, tried.replayName);
}

/** What is wrong, or null. */
async function check(sample: DamageSample, tried: Case, result: SweepResult): Promise<unknown> {
  const truth = new Map(sample.truth);
  try {
    result.runs++;
    const machine = tried.make();
    const connection = await openDamaged(machine);
    const reading = await readEverything(connection, truth);
    judge(sample, truth, tried, reading);
    judgeReport(await connection.verify(), tried, reading);
    const table = tried.file?.range?.prefix === 'v/f/' ? 'u' : 'v';
    await connection.getTable(table).put(new Put('after').addColumn('f', 'q', 'after'));
    truth.set(`${table}/f/after`, 'after');
    await connection.getAdmin().flush(table);
    machine.counter.stop();
    result.runs++;
    const again = await openDamaged(machine.image({ kind: 'process-death', seed: 1 }));
    judge(sample, truth, tried, await readEverything(again, truth), true);
    result.runs++;
    await checkRepair(withOwnClock(tried.make()), sample.truth, STAYS[tried.where]);
    return null;
  } catch (error) {
    return error;
  }
}

/** Throws if anything is wrong with the answers. `later`: this is not the first open after the damage. */
function judge(
  sample: DamageSample,
  truth: ReadonlyMap<string, string>,
  tried: Case,
  { answers, scanned, problems }: Reading,
  later = false,
): void {
  const { file } = tried;
  const path = file?.path ?? tried.where;
  const missing = new Set<string>();
  let refused = 0;
  for (const [key, value] of truth) {
    const answer = answers.get(key) as string | BigtabError;
    if (BigtabError.is(answer)) {
      checkRefusal(answer, tried, key);
      refused++;
    } else if (answer !== value) {
      if (answer !== '' || !sample.logged.includes(key) || !losesLog(file)) {
        throw new LossError(`${key} is '${answer.slice(0, 20)}'`);
      }
      missing.add(key);
    }
  }
  for (const [key, value] of scanned) {
    if (BigtabError.is(value)) checkRefusal(value, tried, key);
    else if (truth.get(key) !== value) throw new LossError(`a scan returns '${value.slice(0, 20)}' for ${key}`);
  }
  if (later || problems.some((problem) => problem.includes(path))) return;
  if (refused > 0 && !FOUND_BY_READING.includes(tried.damage)) throw new Error(`the report does not name ${path}`);
  if (missing.size === 0) return;
  if (file?.role === 'newest log segment' && mayEndEarly(sample, missing, tried.damage)) return;
  const report = problems.join(' ');
  throw new LossError(`${[...missing].join(', ')} missing, and the report does not name ${path}: ${report}`);
}

/**
 * Throws if the check does not find a store file that is damaged and still used, or a file for which an answer was
 * CORRUPTION.
 */
function judgeReport({ files }: VerifyReport, { file, damage }: Case, { answers }: Reading): void {
  const found = new Set(files.filter(({ problems }) => problems.length > 0).map(({ path }) => path));
  for (const answer of answers.values()) {
    const path = BigtabError.is(answer) ? answer.details.file : null;
    if (typeof path === 'string' && !found.has(path)) throw new Error(`the check does not find ${path}: ${answer}`);
  }
  const isUsed = files.some(({ path, kind }) => path === file?.path && kind === 'store file');
  const isDamaged = !damage.startsWith('copied');
  if (isUsed && isDamaged && !found.has(file?.path ?? '')) throw new Error(`the check does not find ${file?.path}`);
}

/** Throws unless `error` is an answer for `key` that the damage explains. A key without a row is a scan. */
function checkRefusal(error: BigtabError, { file, damage }: Case, key: string): void {
  const code = damage.startsWith('refusing') ? 'STORAGE_UNAVAILABLE' : 'CORRUPTION';
  if (error.code !== code) throw new Error(`${key} rejects with ${error.code}: ${error.message}`);
  const range = file?.range ?? null;
  const row = range !== null && key.startsWith(range.prefix) ? key.slice(range.prefix.length) : null;
  const isScan = range !== null && `${key}/` === range.prefix;
  if (!isScan && (range === null || row === null || row < range.first || row > range.last)) {
    throw new Error(`${key}, which the damage does not touch, rejects with ${error.message}`);
  }
  if (error.details.file !== file?.path && !error.message.includes(file?.path ?? '')) {
    throw new Error(`the error for ${key} does not name ${file?.path}: ${error.message}`);
  }
}

function losesLog(file: SampleFile | null): boolean {
  return file?.role === 'log segment' || file?.role === 'newest log segment';
}

/** Whether the missing puts are the last ones, and the damage is of a kind that a torn write explains. */
function mayEndEarly({ logged, forced }: DamageSample, missing: ReadonlySet<string>, damage: string): boolean {
  const first = logged.findIndex((key) => missing.has(key));
  if (missing.size !== logged.length - first) return false;
  return first >= forced || damage === 'emptied' || damage === 'truncated';
}

function imageOf({ machine }: DamageSample): SimMachine {
  return machine.image({ kind: 'process-death', seed: 3 });
}

/** The same machine, on which time passes alone. */
function withOwnClock({ clock, files, catalog }: SimMachine): SimMachine {
  return new SimMachine({ seed: 3, clock: new ManualClock(clock.now()) }, files, catalog);
}

/** The files of the sample, with what they are for. */
async function filesOf(sample: DamageSample): Promise<readonly SampleFile[]> {
  const { files, catalog } = imageOf(sample);
  const image = catalog.current;
  if (image === null) throw new Error('The sample has no catalog');
  const obsolete = new Set(image.database.obsolete.map(({ path }) => path));
  const live = new Map<string, string>(
    image.tables.flatMap(({ name, families }) =>
      families.flatMap((family) =>
        family.runs.flat().map(({ epoch, number }) => [`${epoch}-${number}`, `${name}/${family.name}/`] as const),
      ),
    ),
  );
  const paths = files.paths();
  const segments = paths.filter((path) => path.startsWith('wal/') && files.bytesOf(path).length > 0);
  const newest = segments.sort(byEpochAndNumber).at(-1);
  const found: SampleFile[] = [];
  for (const path of paths) {
    const { length } = files.bytesOf(path);
    const prefix = path.startsWith('data/') ? live.get(path.slice(path.lastIndexOf('/') + 1)) : undefined;
    const role = obsolete.has(path) ? 'obsolete file' : roleOf(path, length, prefix !== undefined, path === newest);
    const range = prefix === undefined ? null : { prefix, ...(await rowsOf(files, path)) };
    found.push({ path, role, length, range });
  }
  return found;
}

async function rowsOf(files: FileSystem, path: string): Promise<{ readonly first: string; readonly last: string }> {
  const file = StoreFile.open(await files.open(path), path, new BlockCache(1 << 20));
  const [first = '', last = ''] = [file.info.minKey, file.info.maxKey].map((row) => new TextDecoder().decode(row));
  file.release();
  return { first, last };
}

/** The role of a file that is not obsolete. */
function roleOf(path: string, length: number, isLive: boolean, isNewest: boolean): Role {
  if (path.startsWith('data/')) return isLive ? 'store file' : 'spare store file';
  if (path.startsWith('manifest-')) return 'mirror';
  if (!path.startsWith('wal/')) return 'other file';
  if (length === 0) return 'spare log segment';
  return isNewest ? 'newest log segment' : 'log segment';
}

function byEpochAndNumber(a: string, b: string): number {
  const [epochA = 0, numberA = 0] = (/(\d+)-(\d+)$/.exec(a) ?? []).slice(1).map(Number);
  const [epochB = 0, numberB = 0] = (/(\d+)-(\d+)$/.exec(b) ?? []).slice(1).map(Number);
  return epochA - epochB || numberA - numberB;
}

function damagesOf({ length }: SampleFile): readonly Damage[] {
  const whole: readonly Damage[] = [
    { name: 'removed', apply: ({ files }, path) => files.takeAway(path) },
    { name: 'lengthened', apply: change((bytes) => Uint8Array.of(...bytes, ...bytes.subarray(0, 100), 1, 2, 3)) },
    { name: 'copied under a later epoch', apply: ({ files }, path) => files.duplicate(path, underEpoch(path, '9')) },
    {
      name: 'copied under an absurd epoch',
      apply: ({ files }, path) => files.duplicate(path, underEpoch(path, '9007199254740991')),
    },
    { name: 'refusing to be opened', apply: fail('open') },
    { name: 'refusing to be read', apply: fail('read') },
  ];
  if (length === 0) return whole;
  const places = [...PARTS.map((part) => Math.floor(part * length)), ...FROM_END.map((end) => length - end)];
  const inside = [...new Set(places)].filter((at) => at >= 0 && at < length);
  return [
    ...whole,
    { name: 'emptied', apply: change(() => new Uint8Array()) },
    ...[0.5, 1].map((part) => {
      const left = Math.ceil(part * length) - 1;
      return { name: 'truncated', detail: ` to ${left}`, apply: change((bytes) => bytes.slice(0, left)) };
    }),
    ...inside.map((at) => ({ name: 'with a flipped byte', detail: ` at ${at}`, apply: flip(at) })),
  ];
}

function change(how: (bytes: Uint8Array) => Uint8Array): Damage['apply'] {
  return ({ files }, path) => files.setBytes(path, how(files.bytesOf(path)));
}

function flip(at: number): Damage['apply'] {
  return change((bytes) => {
    bytes[at] = (bytes[at] as number) ^ 0x40;
    return bytes;
  });
}

function fail(operation: 'open' | 'read'): Damage['apply'] {
  return ({ files }, path) => files.fail({ operation, path, error: 'IO', lasting: true });
}

function underEpoch(path: string, epoch: string): string {
  return path.replace(/\d+-(\d+)$/, `${epoch}-$1`);
}

const WHOLE_CASES: readonly WholeCase[] = [
  {
    where: 'all log segments removed',
    losesLog: true,
    make: (sample) => {
      const machine = imageOf(sample);
      for (const path of machine.files.paths()) if (path.startsWith('wal/')) machine.files.takeAway(path);
      return machine;
    },
  },
  {
    where: 'list of log segments cut short',
    losesLog: true,
    make: (sample) => {
      const machine = imageOf(sample);
      machine.files.fail({ operation: 'list', path: 'wal', error: 'CUT' });
      return machine;
    },
  },
  { where: 'catalog removed', losesLog: false, make: catalogLeft('nothing') },
  { where: 'catalog one commit old', losesLog: false, make: catalogLeft('one-behind') },
  {
    where: 'catalog refusing every call',
    losesLog: false,
    make: (sample) => {
      const machine = imageOf(sample);
      machine.catalog.breakDown();
      return machine;
    },
  },
];

function catalogLeft(left: 'nothing' | 'one-behind'): WholeCase['make'] {
  return ({ machine }) => machine.image({ kind: 'process-death', seed: 3, catalog: left });
}

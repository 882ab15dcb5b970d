import { beforeEach, describe, expect, it } from 'vitest';
import { decodeText } from '../../bytes/text.js';
import type { BigtabError, ErrorCode } from '../../errors.js';
import type { TableLike } from '../../model/schema/table-descriptor.js';
import { normalizeTable } from '../../model/schema/table-descriptor.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Failure, fakeGateway, type GatewayAnswers, LostAnswer } from '../../testing/fakes/fake-gateway.js';
import type { MethodName } from '../thrift/methods.js';
import type { TTableDescriptor } from '../thrift/structs.js';
import { ensureTable } from './ensure-table.js';
import { fromThriftTable, toThriftTable } from './thrift-descriptors.js';

const INVALID_FAMILY = 'org.apache.hadoop.hbase.InvalidFamilyOperationException: Column family already exists';
const CHANGED = 'org.apache.hadoop.hbase.ConcurrentTableModificationException: t';

let clock: ManualClock;
/** The only table, as the master has it. */
let stored: TTableDescriptor | null;
/** What happens once before the master runs a method, or, with `after`, when it has run. */
let before: Partial<Record<MethodName, () => void>>;
let after: Partial<Record<MethodName, () => void>>;
let available: boolean;
let disabled: boolean;

beforeEach(() => {
  clock = new ManualClock();
  stored = null;
  before = {};
  after = {};
  available = true;
  disabled = false;
});

function made(like: Omit<TableLike, 'name'>): TTableDescriptor {
  return toThriftTable(normalizeTable({ name: 't', ...like }));
}

function table(): TTableDescriptor {
  if (stored === null) throw new Failure('t');
  return stored;
}

const master: GatewayAnswers = {
  getTableDescriptor: () => table(),
  createTable: ({ descriptor }) => {
    if (stored !== null) throw new Failure('org.apache.hadoop.hbase.TableExistsException: t');
    stored = descriptor;
  },
  addColumnFamily: ({ family }) => {
    const { columns = [] } = table();
    if (columns.some(({ name }) => decodeText(name) === decodeText(family.name))) throw new Failure(INVALID_FAMILY);
    stored = { ...table(), columns: [...columns, family] };
  },
  modifyColumnFamily: ({ family }) => {
    const others = table().columns?.filter(({ name }) => decodeText(name) !== decodeText(family.name)) ?? [];
    stored = { ...table(), columns: [...others, family] };
  },
  modifyTable: ({ descriptor }) => {
    stored = descriptor;
  },
  isTableAvailable: () => available,
  isTableDisabled: () => disabled,
};

/** `master`, with what happens before and after. */
function hooked(): GatewayAnswers {
  const runs = Object.entries(master).map(([name, run]) => [
    name,
    (args: never) => {
      take(before, name as MethodName)?.();
      const answer = (run as (args: never) => unknown)(args);
      take(after, name as MethodName)?.();
      return answer;
    },
  ]);
  return Object.fromEntries(runs);
}

function take(hooks: typeof before, name: MethodName): (() => void) | undefined {
  const { [name]: hook } = hooks;
  delete hooks[name];
  return hook;
}

interface Ended {
  readonly name?: string;
  readonly code?: ErrorCode;
  readonly error?: BigtabError;
}

/** Runs it to its end, however long it pauses. */
async function ensure(like: Omit<TableLike, 'name'>, options: { alter?: boolean } = {}, indexes: object = {}) {
  const { gateway, calls } = fakeGateway(hooked(), clock);
  let ended = false;
  const call = ensureTable(gateway, clock, { name: 't', ...like }, options, indexes);
  const settled: Promise<Ended> = call.then(
    (name) => ({ name }),
    (error: BigtabError) => ({ code: error.code, error }),
  );
  void settled.then(() => {
    ended = true;
  });
  while (!ended) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  return { ...(await settled), sent: calls.map(({ name }) => name) };
}

const families = () => fromThriftTable(table()).families.map(({ name }) => name);

describe('ensureTable', () => {
  it('creates a table that is missing', async () => {
    expect(await ensure({ families: ['f'] })).toEqual({ name: 't', sent: ['getTableDescriptor', 'createTable'] });
    expect(families()).toEqual(['f']);
  });

  it('changes nothing in a table that has what is asked for', async () => {
    stored = made({ families: [{ name: 'f', maxVersions: 3 }, 'g'], readOnly: true });
    const { sent } = await ensure({ families: [{ name: 'f', maxVersions: 3 }] });
    expect(sent).toEqual(['getTableDescriptor', 'isTableAvailable']);
  });

  it('finds the attributes that it has sent, although HBase has them in another place', async () => {
    const like = { families: ['f'], metadata: { IS_META: 'false' }, configuration: { 'hbase.x': '1', own: '2' } };
    await ensure(like);
    expect((await ensure(like)).sent).toEqual(['getTableDescriptor', 'isTableAvailable']);
  });

  it('adds missing families, one by one, and leaves the others', async () => {
    stored = made({ families: ['f'] });
    const { sent } = await ensure({ families: ['g', 'h'] });
    expect(sent).toEqual(['getTableDescriptor', 'addColumnFamily', 'addColumnFamily', 'isTableAvailable']);
    expect(families()).toEqual(['f', 'g', 'h']);
  });

  it('rejects with SCHEMA_MISMATCH for an attribute that differs, and sends no change', async () => {
    stored = made({ families: ['f'] });
    const { code, error, sent } = await ensure({ families: [{ name: 'f', maxVersions: 3 }, 'g'] });
    expect(code).toBe('SCHEMA_MISMATCH');
    expect(error?.details.differences).toEqual([{ family: 'f', attribute: 'maxVersions', stored: 1, asked: 3 }]);
    expect(sent).toEqual(['getTableDescriptor']);
  });

  it('changes only the families that differ, if it may', async () => {
    stored = made({ families: [{ name: 'f', timeToLive: 60 }, 'g'] });
    const { sent } = await ensure({ families: [{ name: 'f', maxVersions: 3 }, 'g'] }, { alter: true });
    expect(sent).toEqual(['getTableDescriptor', 'modifyColumnFamily', 'isTableAvailable']);
    expect(fromThriftTable(table()).families[0]).toMatchObject({ timeToLive: 60, maxVersions: 3 });
  });

  it('replaces the descriptor for attributes of the table, with all families', async () => {
    stored = made({ families: ['f'], metadata: { own: 'x' } });
    const { sent } = await ensure({ families: ['g'], readOnly: true }, { alter: true });
    expect(sent).toEqual(['getTableDescriptor', 'modifyTable', 'isTableAvailable']);
    expect(fromThriftTable(table())).toMatchObject({ readOnly: true, metadata: { own: 'x' } });
    expect(families()).toEqual(['f', 'g']);
  });

  it('that is created by another program meanwhile gets the missing families', async () => {
    before.createTable = () => {
      stored = made({ families: ['other'] });
    };
    expect(await ensure({ families: ['f'] })).toMatchObject({ name: 't' });
    expect(families()).toEqual(['f', 'other']);
  });

  it('accepts a family that another program has added meanwhile', async () => {
    stored = made({ families: ['f'] });
    before.addColumnFamily = () => {
      stored = made({ families: ['f', 'g'] });
    };
    expect(await ensure({ families: ['g', 'h'] })).toMatchObject({ name: 't' });
    expect(families()).toEqual(['f', 'g', 'h']);
  });

  it('tries again if the descriptor has changed while HBase added a family', async () => {
    stored = made({ families: ['f'] });
    before.addColumnFamily = () => {
      stored = made({ families: ['f', 'other'] });
      throw new Failure(CHANGED);
    };
    expect(await ensure({ families: ['g'] })).toMatchObject({ name: 't' });
    expect(families()).toEqual(['f', 'g', 'other']);
  });

  it('reads the table again if the answer to a change is lost', async () => {
    after.createTable = () => {
      throw new LostAnswer();
    };
    const { name, sent } = await ensure({ families: ['f'] });
    expect(name).toBe('t');
    expect(sent).toEqual(['getTableDescriptor', 'createTable', 'getTableDescriptor', 'isTableAvailable']);
  });

  it('creates a table again that another program drops meanwhile', async () => {
    stored = made({ families: ['f'] });
    before.addColumnFamily = () => {
      stored = null;
    };
    expect(await ensure({ families: ['g'] })).toMatchObject({ name: 't' });
    expect(families()).toEqual(['g']);
  });

  it('waits until a table that another program creates can be used', async () => {
    stored = made({ families: ['f'] });
    available = false;
    before.isTableDisabled = () => {
      available = true;
    };
    expect((await ensure({ families: ['f'] })).sent.slice(1)).toEqual([
      'isTableAvailable',
      'isTableDisabled',
      'isTableAvailable',
    ]);
  });

  it('rejects with STORAGE_UNAVAILABLE if its regions are not open after a minute', async () => {
    stored = made({ families: ['f'] });
    available = false;
    const { code } = await ensure({ families: ['f'] });
    expect(code).toBe('STORAGE_UNAVAILABLE');
    expect(clock.monotonic()).toBeGreaterThanOrEqual(60_000);
  });

  it('does not wait for a disabled table', async () => {
    stored = made({ families: ['f'] });
    [available, disabled] = [false, true];
    expect(await ensure({ families: ['f'] })).toMatchObject({ name: 't' });
  });

  it('refuses indexes, and malformed arguments, and sends nothing', async () => {
    const indexes = { byType: { on: 'f:q' } };
    expect(await ensure({ families: ['f'] }, {}, indexes)).toMatchObject({ code: 'UNSUPPORTED_OPERATION', sent: [] });
    expect(await ensure({ families: ['a:b'] })).toMatchObject({ code: 'INVALID_ARGUMENT', sent: [] });
    expect(await ensure({ families: ['f'] }, { alters: true } as object)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      sent: [],
    });
  });

  it('passes on an error that no other program has caused', async () => {
    before.createTable = () => {
      throw new Failure('org.apache.hadoop.hbase.NamespaceNotFoundException: no');
    };
    expect(await ensure({ families: ['f'] })).toMatchObject({
      code: 'NAMESPACE_NOT_FOUND',
      sent: ['getTableDescriptor', 'createTable'],
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Session } from '../../client/calls/session.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import { decodeReplies, encodeCall } from '../../service/packet-codec.js';
import { encodeBye } from '../../service/packet-writer.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { connectTo, copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import type { Engine } from '../region/engine.js';
import type { Database } from './database.js';
import type { SchemaCommits } from './schema-commits.js';
import { Upgrades } from './upgrades.js';

/** A client of the engine: one connection. */
function client(database: Database, medium: MemoryMedium) {
  const connection = connectTo(database, medium.clock);
  const { session } = connection.getAdmin() as unknown as { readonly session: Session };
  return {
    connection,
    begin: (version: unknown) => session.control('alone', 'beginUpgrade', version as number),
    end: (succeeded: unknown, from: number, version: number) =>
      session.control('change', 'endUpgrade', succeeded as boolean, from, version),
  };
}

async function open(medium = memoryMedium()) {
  const { database } = await openEngine(medium);
  return { medium, database, other: () => client(database, medium), ...client(database, medium) };
}

interface Recorded {
  readonly upgrading?: string | null;
}

/** Upgrades over a catalog whose commits wait for `answer`, or fail with the error that it is given. */
function bench(version = 0, upgrading?: string) {
  const database = { version, upgrading };
  /** The error with which the catalog refuses to name an upgrade. */
  let refusal: Error | null = null;
  const answers: ((error?: Error) => void)[] = [];
  const commits = {
    commit: (change: () => Recorded & { readonly version: number }) =>
      new Promise<void>((resolve, reject) => {
        answers.push((error) => {
          if (error !== undefined) return reject(error);
          const { version, upgrading } = change();
          Object.assign(database, { version, upgrading: upgrading ?? undefined });
          resolve();
        });
      }),
  };
  const clock = new ManualClock();
  const record = async (change: () => Recorded) => {
    if (refusal !== null) throw refusal;
    database.upgrading = change().upgrading ?? undefined;
  };
  const commit = { image: { database }, commit: record };
  const nothing = { regions: new Map(), state: {}, wal: { flush: () => {} } };
  const engine = { clock, commit, ...nothing } as unknown as Engine;
  const upgrades = new Upgrades(engine, commits as unknown as SchemaCommits, { flush: async () => true });
  const refuse = (error: Error | null) => {
    refusal = error;
  };
  /** Answers the commit once the writes before it are safe. */
  const answer = async (error?: Error) => {
    await settle();
    answers.shift()?.(error);
  };
  return { clock, database, upgrades, refuse, answer };
}

const REFUSED = { code: 'INVALID_OPERATION' };

describe('Upgrades', () => {
  it('keep the version when reopened, from the catalog or from its mirror, until a higher one succeeds', async () => {
    const first = await open();
    expect(await first.begin(4)).toBe(0);
    await first.end(true, 0, 4);
    expect(await first.begin(5)).toBe(4);
    await first.end(false, 4, 5);
    await first.connection.close();
    for (const medium of [copyOf(first.medium), { ...copyOf(first.medium), catalog: memoryMedium().catalog }]) {
      const again = await open(medium);
      expect(await again.begin(4)).toBe(undefined);
      await expect(again.begin(3)).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
      expect(await again.begin(9)).toBe(4);
      await again.end(true, 4, 9);
      await again.connection.close();
      expect(medium.catalog.image?.database.version).toBe(9);
    }
  });

  it('run one at a time, and a running one does not keep the database open', async () => {
    const { medium, database, begin, end } = await open();
    expect(await begin(1)).toBe(0);
    const second = begin(2);
    await end(true, 0, 1);
    expect(await second).toBe(1);
    void begin(3).catch(() => {});
    await database.close();
    expect(medium.catalog.image?.database.version).toBe(1);
  });

  it('accept nothing but versions, and only true as success', async () => {
    const { medium, connection, begin, end } = await open();
    for (const wrong of [0, -1, 1.5, '2', null, {}, true]) {
      await expect(begin(wrong), String(wrong)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      await expect(end(true, 0, wrong as number), String(wrong)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    expect(await begin(1)).toBe(0);
    await end('yes', 0, 1);
    expect(await begin(1)).toBe(0);
    await connection.close();
    expect(medium.catalog.image?.database).not.toHaveProperty('version');
  });
});

describe('An upgrade', () => {
  it('is ended by the connection that began it, and by no other', async () => {
    const { begin, end, other, database } = await open();
    const stranger = other();
    expect(await begin(1)).toBe(0);
    const waiting = stranger.begin(2);
    for (const succeeded of [true, false]) {
      await expect(stranger.end(succeeded, 0, 1)).rejects.toMatchObject({
        ...REFUSED,
        message: 'Another connection is upgrading the database. Only the connection that began an upgrade ends it',
      });
    }
    await end(true, 0, 1);
    expect(await waiting).toBe(1);
    await stranger.end(true, 1, 2);
    expect(database.engine.commit.image.database.version).toBe(2);
  });

  it('is begun once by a connection that asks twice, and both times with the same answer', async () => {
    const { database, upgrades, answer } = bench();
    expect(await upgrades.begin('a', 1)).toBe(0);
    expect(await upgrades.begin('a', 1)).toBe(0);
    const waiting = [upgrades.begin('b', 2), upgrades.begin('c', 3), upgrades.begin('b', 2)];
    const ended = upgrades.end('a', true, 0, 1);
    answer();
    await ended;
    expect([await waiting[0], await waiting[2], await upgrades.begin('b', 2)]).toEqual([1, 1, 1]);
    await upgrades.end('b', false, 1, 2);
    expect([await waiting[1], database.version]).toEqual([1, 1]);
  });

  it('ends with its connection: the version is not raised, and the next one begins', async () => {
    const { database, upgrades } = bench();
    expect(await upgrades.begin('a', 1)).toBe(0);
    const next = upgrades.begin('b', 1);
    upgrades.ended('c');
    upgrades.ended('a');
    expect([await next, database.version]).toEqual([0, 0]);
    await expect(upgrades.end('a', true, 0, 1)).rejects.toMatchObject(REFUSED);
    await upgrades.end('b', false, 0, 1);
    // It began here and has ended.
    await expect(upgrades.end('a', true, 0, 1)).rejects.toMatchObject(REFUSED);
    expect(database.version).toBe(0);
  });

  it('ends with the packet that says that its connection has closed', async () => {
    const { database } = await open();
    const begin = (connection: string): Promise<Uint8Array> => {
      const payload = encodeControl('beginUpgrade', [1]);
      return database.service.call(encodeCall(connection, { operation: Operation.Control, number: 0, payload }));
    };
    const read = async (reply: Promise<Uint8Array>) => readJson(decodeReplies(await reply)[0] as ByteReader);
    expect(await read(begin('first'))).toBe(0);
    const second = begin('second');
    const third = begin('third');
    await database.service.call(encodeBye('second'));
    await database.service.call(encodeBye('first'));
    expect([decodeReplies(await second)[0], await read(third)]).toEqual([
      expect.objectContaining({ code: 'CONNECTION_CLOSED' }),
      0,
    ]);
  });

  it('never begins for a connection that ended while it waited', async () => {
    const { upgrades } = bench();
    await upgrades.begin('a', 1);
    const gone = upgrades.begin('b', 1).catch((error: unknown) => error);
    const next = upgrades.begin('c', 1);
    upgrades.ended('b');
    upgrades.ended('a');
    expect([await gone, await next]).toEqual([expect.objectContaining({ code: 'CONNECTION_CLOSED' }), 0]);
  });

  it('ends after five seconds if its page is suspended and others wait for it, and not before', async () => {
    const { clock, upgrades } = bench();
    await upgrades.begin('a', 1);
    upgrades.away('a');
    clock.advance(60_000);
    let begun: number | null = -1;
    void upgrades.begin('b', 1).then((from) => {
      begun = from;
    });
    clock.advance(4_999);
    await Promise.resolve();
    expect(begun).toBe(-1);
    clock.advance(1);
    for (let turn = 0; turn < 5; turn++) await null;
    expect(begun).toBe(0);
    expect(() => upgrades.goOn('a', 0, 1)).toThrow(expect.objectContaining(REFUSED));
  });

  it('goes on if its page returns in time, however many wait', async () => {
    const { clock, database, upgrades, answer } = bench();
    await upgrades.begin('a', 1);
    const waiting = upgrades.begin('b', 1);
    upgrades.away('c');
    upgrades.away('a');
    clock.advance(4_000);
    upgrades.goOn('a', 0, 1);
    clock.advance(60_000);
    const ended = upgrades.end('a', true, 0, 1);
    answer();
    await ended;
    expect([await waiting, database.version]).toEqual([null, 1]);
  });

  it('does not last if its turn comes while its page is suspended', async () => {
    const { clock, upgrades } = bench();
    await upgrades.begin('a', 1);
    void upgrades.begin('b', 1).catch(() => {});
    const next = upgrades.begin('c', 1);
    upgrades.away('b');
    await upgrades.end('a', false, 0, 1);
    clock.advance(5_000);
    expect(await next).toBe(0);
  });

  it('whose version is being stored ends with its connection only afterwards', async () => {
    const { database, upgrades, answer } = bench();
    await upgrades.begin('a', 1);
    const next = upgrades.begin('b', 2);
    const ended = upgrades.end('a', true, 0, 1);
    upgrades.ended('a');
    answer();
    await ended;
    expect([await next, database.version]).toEqual([1, 1]);
    const failed = upgrades.end('b', true, 1, 2);
    const last = upgrades.begin('c', 2);
    upgrades.ended('b');
    answer(new Error('failed'));
    await expect(failed).rejects.toThrow('failed');
    expect([await last, database.version]).toEqual([1, 1]);
  });

  it('whose version could not be stored goes on, and may be ended again', async () => {
    const { database, upgrades, answer } = bench();
    await upgrades.begin('a', 1);
    const failed = upgrades.end('a', true, 0, 1);
    answer(new Error('failed'));
    await expect(failed).rejects.toThrow('failed');
    const ended = upgrades.end('a', true, 0, 1);
    answer();
    await ended;
    expect(database.version).toBe(1);
  });
});

describe('The calls of other connections', () => {
  /** Notes when they are released. */
  const watch = (upgrades: Upgrades) => {
    const seen: string[] = [];
    void upgrades.released().then(() => seen.push('released'));
    return seen;
  };

  it('are held from the turn of an upgrade until it has ended, and its own never', async () => {
    const { upgrades, answer } = bench();
    expect(upgrades.holds('b')).toBe(false);
    const begun = upgrades.begin('a', 1);
    expect([upgrades.holds('a'), upgrades.holds('b')]).toEqual([false, true]);
    const seen = watch(upgrades);
    expect(await begun).toBe(0);
    const ended = upgrades.end('a', true, 0, 1);
    await settle();
    expect([seen, upgrades.holds('b')]).toEqual([[], true]);
    answer();
    await ended;
    expect([seen, upgrades.holds('b')]).toEqual([['released'], false]);
  });

  it('are released by the end of the connection, and not between two upgrades', async () => {
    const { database, upgrades } = bench();
    await upgrades.begin('a', 1);
    const next = upgrades.begin('b', 1);
    const seen = watch(upgrades);
    upgrades.ended('a');
    await next;
    expect([seen, upgrades.holds('c'), database.upgrading]).toEqual([[], true, 'b']);
    upgrades.ended('b');
    await settle();
    expect([seen, upgrades.holds('c'), database.upgrading]).toEqual([['released'], false, undefined]);
  });

  it('are released five seconds after the page of the upgrade was suspended', async () => {
    const { clock, upgrades } = bench();
    await upgrades.begin('a', 1);
    upgrades.away('a');
    clock.advance(60_000);
    const seen = watch(upgrades);
    clock.advance(4_999);
    await settle();
    expect(seen).toEqual([]);
    clock.advance(1);
    await settle();
    expect(seen).toEqual(['released']);
  });

  it('are held at the next engine for a second, unless the upgrade goes on', async () => {
    for (const goesOn of [true, false]) {
      const { clock, database, upgrades } = bench(0, 'a');
      expect([upgrades.holds('a'), upgrades.holds('b')]).toEqual([false, true]);
      const seen = watch(upgrades);
      clock.advance(999);
      if (goesOn) upgrades.goOn('a', 0, 1);
      clock.advance(60_000);
      await settle();
      expect([seen, database.upgrading]).toEqual(goesOn ? [[], 'a'] : [['released'], undefined]);
    }
  });

  it('are released if the connection of the upgrade ends before it reports to the next engine', async () => {
    const { upgrades, database } = bench(0, 'a');
    const seen = watch(upgrades);
    upgrades.ended('a');
    await settle();
    expect([seen, database.upgrading]).toEqual([['released'], undefined]);
  });

  it('are released if the upgrade cannot be recorded, and it does not begin', async () => {
    const { upgrades, refuse } = bench();
    refuse(new Error('full'));
    const begun = upgrades.begin('a', 1).catch((error: Error) => error.message);
    const seen = watch(upgrades);
    expect(await begun).toBe('full');
    await settle();
    expect(seen).toEqual(['released']);
    refuse(null);
    expect(await upgrades.begin('b', 1)).toBe(0);
  });
});

describe('An upgrade whose engine has ended', () => {
  it('begins again, at once, if its connection has not got its turn', async () => {
    const { upgrades } = bench(4, 'a');
    expect(await upgrades.begin('a', 6)).toBe(4);
  });

  it('is ended at the next engine, if no other one has run', async () => {
    const { database, upgrades, answer } = bench(4);
    const ended = upgrades.end('a', true, 4, 6);
    const next = upgrades.begin('b', 7);
    answer();
    await ended;
    expect([await next, database.version]).toEqual([6, 6]);
  });

  it('is refused while another one runs, and leaves that one alone', async () => {
    const { database, upgrades, answer } = bench(4);
    expect(await upgrades.begin('b', 6)).toBe(4);
    await expect(upgrades.end('a', true, 4, 6)).rejects.toMatchObject({ ...REFUSED, details: { stored: 4 } });
    await expect(upgrades.end('a', false, 4, 6)).rejects.toMatchObject(REFUSED);
    const ended = upgrades.end('b', true, 4, 6);
    answer();
    await ended;
    expect(database.version).toBe(6);
  });

  it('is refused if another one has ended, with or without success, or has raised the version before', async () => {
    const failed = bench(4);
    await failed.upgrades.begin('b', 6);
    await failed.upgrades.end('b', false, 4, 6);
    await expect(failed.upgrades.end('a', true, 4, 6)).rejects.toMatchObject({
      ...REFUSED,
      message:
        'The upgrade from version 4 to 6 was interrupted, and another one may have run meanwhile, so its version is not stored. The database has version 4. Call connect again',
    });
    const earlier = bench(6);
    await expect(earlier.upgrades.end('a', true, 4, 6)).rejects.toMatchObject({ ...REFUSED, details: { stored: 6 } });
    expect([failed.database.version, earlier.database.version]).toEqual([4, 6]);
  });

  it('goes on at the next engine before those that waited for it', async () => {
    const { clock, database, upgrades, answer } = bench(4, 'a');
    const seen: unknown[] = [];
    const waiting = upgrades.begin('b', 7).then((from) => seen.push(from));
    upgrades.goOn('a', 4, 6);
    upgrades.goOn('a', 4, 6);
    clock.advance(1_000);
    await Promise.resolve();
    expect(seen).toEqual([]);
    const ended = upgrades.end('a', true, 4, 6);
    answer();
    await Promise.all([ended, waiting]);
    expect([seen, database.version]).toEqual([[6], 6]);
  });

  it('is not waited for longer than a second, or if the version is there already', async () => {
    const { clock, upgrades } = bench(4, 'a');
    const waiting = upgrades.begin('b', 6);
    expect(await upgrades.begin('c', 4)).toBeNull();
    clock.advance(1_000);
    expect(await waiting).toBe(4);
    expect(() => upgrades.goOn('a', 4, 6)).toThrow(expect.objectContaining(REFUSED));
  });

  it('does not lower the version', async () => {
    const { upgrades } = bench(4);
    await expect(upgrades.end('a', true, 4, 3)).rejects.toMatchObject(REFUSED);
  });

  it('without success has nothing to end', async () => {
    const { database, upgrades } = bench(4);
    await upgrades.end('a', false, 4, 6);
    expect([await upgrades.begin('b', 5), database.version]).toEqual([4, 4]);
  });
});

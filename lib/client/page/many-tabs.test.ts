import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import type { Durability } from '../../model/durability.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { makeChangeRequest } from '../../tabs/change-request.js';
import { controlChannel } from '../../tabs/tab-platform.js';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { deleteDatabaseOn } from './delete-database.js';
import { registry } from './registry.js';
// Loaded in advance, because loading takes a different time in each run.
import './connection-code.js';

const TABLE = { name: 't', families: ['f'] } as const;

let databases = new MemoryDatabases();
let pages: FakePage[] = [];
/** The registry of each page: in a test, all pages share one `globalThis`. */
let registries = new Map<FakePage, Map<string, never>>();

beforeEach(() => {
  databases = new MemoryDatabases();
  pages = [new FakePage(databases)];
  registries = new Map();
});

afterEach(async () => {
  for (const page of pages) page.kill();
});

function newPage(): FakePage {
  const page = (pages[0] as FakePage).another();
  pages.push(page);
  return page;
}

/** Runs `work` with the registry of `page`, until it first waits. */
function on<T>(page: FakePage, work: () => T): T {
  const all = registry() as Map<string, unknown>;
  all.clear();
  for (const [name, entry] of registries.get(page) ?? []) all.set(name, entry);
  try {
    return work();
  } finally {
    registries.set(page, new Map(all) as Map<string, never>);
    all.clear();
  }
}

function connect(page: FakePage, options: Partial<ConnectOptions> = {}): Promise<Connection> {
  return on(page, () => connectOn(page.platform, { name: 'crawl', ...options }));
}

/** The code of a call's error; null if it succeeds. */
function codeOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error) => error.code,
  );
}

/** Lets time pass until `call` has settled. Returns the milliseconds; throws if they are more than `atMost`. */
async function passUntilSettled(page: FakePage, call: Promise<unknown>, atMost: number): Promise<number> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  call.then(settle, settle);
  for (let passed = 0; passed <= atMost; passed += 100) {
    for (let turn = 0; turn < 50 && !settled; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (settled) return passed;
    page.clock.advance(100);
  }
  throw new Error(`not within ${atMost} ms`);
}

/** Notes the events with which a connection ends. */
function endsOf(connection: Connection): string[] {
  const seen: string[] = [];
  connection.addEventListener('lost', ({ error }) => seen.push(error.code));
  return seen;
}

async function two() {
  const [first] = pages as [FakePage];
  const leader = await connect(first);
  await leader.ensureTable(TABLE);
  const second = newPage();
  const follower = await connect(second);
  return { first, second, leader, follower };
}

async function increments(connection: Connection, count: number): Promise<unknown[]> {
  const table = connection.getTable('t');
  return Promise.all(Array.from({ length: count }, () => table.incrementColumnValue('n', 'f', 'n', 1)));
}

async function total(connection: Connection): Promise<bigint> {
  return connection.getTable('t').incrementColumnValue('n', 'f', 'n', 0);
}

describe('Two tabs', () => {
  it('share one worker, and each sees the writes of the other', async () => {
    const { first, second, leader, follower } = await two();
    expect([first.alive, second.alive]).toEqual([1, 0]);
    await follower.getTable('t').put({ row: 'a', cells: { f: { q: 'of the follower' } } });
    expect((await leader.getTable('t').get('a')).getText('f', 'q')).toBe('of the follower');
    await leader.getTable('t').put({ row: 'b', cells: { f: { q: 'of the leader' } } });
    const rows = await follower.getTable('t').getScanner().toArray();
    expect(rows.map((row) => row.getText('f', 'q'))).toEqual(['of the follower', 'of the leader']);
    expect(await leader.status()).toMatchObject({ role: 'leader', tabs: 2 });
    expect(await follower.status()).toMatchObject({ role: 'follower', tabs: 2 });
    await Promise.all([leader.close(), follower.close()]);
    expect(first.alive).toBe(0);
  });

  it('have their own durability: a table wins over that of a connection, and a mutation over both', async () => {
    const [first] = pages as [FakePage];
    const leader = await connect(first, { durability: 'SKIP_WAL' });
    const other = await connect(first);
    const follower = await connect(newPage(), { durability: 'SKIP_WAL' });
    const logged = await connect(newPage(), { durability: 'USE_DEFAULT' });
    for (const connection of [leader, follower]) {
      await connection.ensureTable(TABLE);
      await connection.ensureTable({ name: 'logged', families: ['f'], durability: 'SYNC_WAL' });
    }
    const log = async (
      connection: Connection,
      table: string,
      durability: Durability = 'USE_DEFAULT',
    ): Promise<boolean> => {
      const before = (await connection.status()).memory.log.used;
      await connection.getTable(table).put({ row: 'r', cells: { f: { q: 'v' } }, durability });
      return (await connection.status()).memory.log.used > before;
    };
    for (const connection of [leader, follower]) {
      expect(await log(connection, 't')).toBe(false);
      expect(await log(connection, 'logged')).toBe(true);
      expect(await log(connection, 't', 'SYNC_WAL')).toBe(true);
    }
    for (const connection of [other, logged]) expect(await log(connection, 't')).toBe(true);
    first.kill();
    expect([await log(follower, 't'), await log(logged, 't')]).toEqual([false, true]);
    expect((await follower.status()).role === 'leader' || (await logged.status()).role === 'leader').toBe(true);
  });

  it('report commits to each other', async () => {
    const { leader, follower } = await two();
    const seen: string[] = [];
    leader.addEventListener('commit', ({ table }) => seen.push(`leader ${table}`));
    follower.addEventListener('commit', ({ table }) => seen.push(`follower ${table}`));
    // Listening begins with the next call.
    await Promise.all([leader.status(), follower.status()]);
    await follower.getTable('t').put({ row: 'a', cells: { f: { q: 'v' } } });
    await until(() => seen.length === 2);
    await leader.getTable('t').put({ row: 'a', cells: { f: { q: 'v' } } });
    await until(() => seen.length === 4);
    expect(seen.sort()).toEqual(['follower t', 'follower t', 'leader t', 'leader t']);
  });

  it('refuse other options in the second tab, except those of memory', async () => {
    const { second } = await two();
    await (await connect(second, { memory: { log: 1 << 20 } })).close();
    const third = newPage();
    const refused = codeOf(connect(third, { timestamps: 'wall' }));
    await passUntilSettled(third, refused, 5_000);
    expect(await refused).toBe('INVALID_ARGUMENT');
  });
});

describe('When a following tab', () => {
  it('is killed during an upgrade, the next caller upgrades', async () => {
    const { first, leader } = await two();
    const third = newPage();
    let begun = 0;
    const upgrade = () => {
      begun++;
      return new Promise<void>(() => {});
    };
    connect(third, { version: 2, upgrade }).catch(() => undefined);
    await until(() => begun === 1);
    registry().delete('crawl');
    const next = connect(newPage(), { version: 2, upgrade: () => void begun++ });
    await leader.status();
    expect(begun).toBe(1);
    third.kill();
    await until(() => {
      first.clock.advance(100);
      return begun === 2;
    });
    await (await next).close();
  });
});

describe('When a following tab that upgrades', () => {
  it('is suspended and never returns, the next caller upgrades after a few seconds', async () => {
    const { first, leader } = await two();
    const third = newPage();
    let begun = 0;
    const upgrade = () => {
      begun++;
      return new Promise<void>(() => {});
    };
    connect(third, { version: 2, upgrade }).catch(() => undefined);
    await until(() => begun === 1);
    third.change('suspended');
    await leader.status();
    const next = connect(newPage(), { version: 2, upgrade: () => void begun++ });
    await leader.status();
    let passed = 0;
    await until(() => {
      passed += 100;
      first.clock.advance(100);
      databases.media.get('crawl')?.clock.advance(100);
      return begun === 2;
    });
    expect(passed).toBeLessThan(10_000);
    await (await next).close();
  });
});

describe('A connect that waits for the upgrade of another tab', () => {
  it('leaves no upgrade behind when it is aborted: the next caller upgrades', async () => {
    const { leader } = await two();
    let fail: (error: Error) => void = () => {};
    let begun = 0;
    const failing = connect(newPage(), {
      version: 2,
      upgrade: () =>
        new Promise<void>((_, reject) => {
          begun++;
          fail = reject;
        }),
    }).catch((error) => error.message);
    await until(() => begun === 1);
    const abort = new AbortController();
    const aborted = connect(newPage(), { version: 2, signal: abort.signal }).catch((error) => error);
    for (let turn = 0; turn < 20; turn++) await leader.status();
    abort.abort('enough');
    expect(await aborted).toBe('enough');
    const next = connect(newPage(), { version: 2, upgrade: () => void begun++ });
    for (let turn = 0; turn < 20; turn++) await leader.status();
    fail(new Error('no'));
    expect(await failing).toBe('no');
    await until(() => begun === 2);
    await (await next).close();
  });
});

describe('When the leading tab', () => {
  it('is killed, the other one runs every call that has no answer exactly once', async () => {
    const { first, second, follower } = await two();
    const counted = [...(await increments(follower, 10))];
    const open = increments(follower, 500);
    await Promise.resolve();
    first.kill();
    counted.push(...(await open));
    expect(new Set(counted).size).toBe(510);
    expect(await total(follower)).toBe(510n);
    expect(second.alive).toBe(1);
    expect((await follower.status()).role).toBe('leader');
  });

  it('closes its connection, the other one leads', async () => {
    const { second, leader, follower } = await two();
    const counted = increments(follower, 100);
    await leader.close();
    expect(new Set(await counted).size).toBe(100);
    expect(await follower.status()).toMatchObject({ role: 'leader', tabs: 1 });
    expect(second.alive).toBe(1);
  });

  it('is suspended by the browser, the other one leads; the first one follows when it returns', async () => {
    const { first, leader, follower } = await two();
    const roles: string[] = [];
    leader.addEventListener('role', ({ role, epoch }) => roles.push(`${role} ${epoch}`));
    const counted = increments(leader, 100);
    first.change('suspended');
    expect(first.alive).toBe(0);
    await until(() => pages[1]?.alive === 1);
    expect(await total(follower)).toBeLessThanOrEqual(100n);
    first.change('resumed');
    expect(new Set(await counted).size).toBe(100);
    expect(await total(leader)).toBe(100n);
    expect(await leader.status()).toMatchObject({ role: 'follower', tabs: 2 });
    expect(roles).toEqual(['seeking 1', 'follower 2']);
  });

  it('loses its worker, it starts another one, and the others follow that', async () => {
    const { first, leader, follower } = await two();
    const counted = [increments(leader, 100), increments(follower, 100)];
    await Promise.resolve();
    first.workers[0]?.terminate();
    expect(new Set((await Promise.all(counted)).flat()).size).toBe(200);
    expect([first.workers.length, first.alive]).toEqual([2, 1]);
    expect((await follower.status()).role).toBe('follower');
  });

  it('is hidden for 5 s while the other one is visible, the other one leads, and every call runs once', async () => {
    const { first, second, leader, follower } = await two();
    const counted = [increments(leader, 100), increments(follower, 100)];
    first.change('hidden');
    first.clock.advance(4_999);
    await Promise.all(counted);
    expect((await leader.status()).role).toBe('leader');
    const later = [increments(follower, 100), increments(leader, 100)];
    first.clock.advance(1);
    later.push(increments(leader, 100));
    expect(new Set([...(await Promise.all(counted)), ...(await Promise.all(later))].flat()).size).toBe(500);
    await until(() => second.alive === 1);
    expect([(await leader.status()).role, (await follower.status()).role]).toEqual(['follower', 'leader']);
    expect(first.alive).toBe(0);
  });

  it('is hidden and its database cannot be closed, the other one leads, and every call runs once', async () => {
    const open = databases.open.bind(databases);
    databases.open = async (...args) => {
      const engine = await open(...args);
      engine.close = () => Promise.reject(new BigtabError('IO', 'no'));
      return engine;
    };
    const { first, second, leader, follower } = await two();
    const counted = [await increments(leader, 10), await increments(follower, 10)];
    databases.open = open;
    first.change('hidden');
    first.clock.advance(5_000);
    const later = [increments(follower, 10), increments(leader, 10)];
    expect(new Set([...counted, ...(await Promise.all(later))].flat()).size).toBe(40);
    expect([(await leader.status()).role, (await follower.status()).role]).toEqual(['follower', 'leader']);
    expect([first.alive, second.alive]).toEqual([0, 1]);
  });

  it('is hidden and no other one is visible, it goes on leading until one is', async () => {
    const { first, second, leader, follower } = await two();
    second.change('hidden');
    first.change('hidden');
    for (let times = 0; times < 3; times++) {
      first.clock.advance(5_000);
      // The worker refuses.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect((await leader.status()).role).toBe('leader');
    }
    second.change('visible');
    await follower.status();
    await until(() => {
      first.clock.advance(500);
      return second.alive === 1;
    });
    expect((await leader.status()).role).toBe('follower');
  });

  it('was hidden when it began to lead, it hands over when another one is visible', async () => {
    const { first, second, leader, follower } = await two();
    second.change('hidden');
    first.kill();
    await until(() => {
      second.clock.advance(100);
      return second.alive === 1;
    });
    expect((await follower.status()).role).toBe('leader');
    const third = newPage();
    const visible = await connect(third);
    await until(() => {
      second.clock.advance(500);
      return third.alive === 1;
    });
    expect((await visible.status()).role).toBe('leader');
    expect([(await follower.status()).role, leader.name]).toEqual(['follower', 'crawl']);
  });

  it('is stopped by the system, calls of the other one fail after 10 s, and work again when it goes on', async () => {
    const { first, leader, follower } = await two();
    await increments(follower, 10);
    first.stop(true);
    const codes = increments(follower, 2).catch(({ code, details }) => [code, details.outcome]);
    let settled: unknown = null;
    void codes.then((found) => {
      settled = found;
    });
    let passed = 0;
    await until(() => {
      passed += 100;
      first.clock.advance(100);
      return settled !== null;
    });
    expect(settled).toEqual(['DATABASE_BUSY', 'unknown']);
    expect(passed).toBeGreaterThanOrEqual(10_000);
    first.stop(false);
    await until(() => {
      first.clock.advance(100);
      return first.alive === 1;
    });
    const later = increments(follower, 5);
    let done = false;
    void later.then(() => {
      done = true;
    });
    await until(() => {
      first.clock.advance(100);
      return done;
    });
    expect(new Set(await later).size).toBe(5);
    // The two may or may not have run.
    expect(await total(leader)).toBeGreaterThanOrEqual(15n);
  });

  it('makes no calls and its worker is stuck, the worker is replaced after 30 s, and the other one continues', async () => {
    const { first, second, follower } = await two();
    await increments(follower, 10);
    first.workers[0]?.stick();
    const failed = increments(follower, 2).catch(({ code }) => code);
    let passed = 0;
    await until(() => {
      passed += 500;
      first.clock.advance(500);
      return first.workers.length === 2;
    });
    expect([passed >= 30_000, passed <= 33_000, await failed]).toEqual([true, true, 'DATABASE_BUSY']);
    const counted = increments(follower, 5);
    let done = false;
    void counted.then(() => {
      done = true;
    });
    await until(() => {
      first.clock.advance(100);
      return done;
    });
    expect(new Set(await counted).size).toBe(5);
    expect([(await follower.status()).role, second.alive, first.workers.length]).toEqual(['follower', 0, 2]);
  });

  it('is closed while the other one is hidden, the other one leads within two seconds', async () => {
    const { first, second, follower } = await two();
    second.change('hidden');
    await follower.status();
    first.kill();
    const counted = increments(follower, 5);
    let passed = 0;
    await until(() => {
      passed += 100;
      second.clock.advance(100);
      return second.alive === 1;
    });
    expect(passed).toBeLessThan(2_000);
    expect(new Set(await counted).size).toBe(5);
  });

  it('is suspended while its worker starts, the worker ends and the lock is free', async () => {
    const [first] = pages as [FakePage];
    const connecting = connect(first);
    await until(() => first.workers.length === 1);
    first.change('suspended');
    await until(() => first.alive === 0);
    expect(first.locks.isHeld('bigtab:crawl:leader')).toBe(false);
    first.change('resumed');
    expect((await (await connecting).status()).role).toBe('leader');
    expect(first.workers).toHaveLength(2);
  });

  it('is stopped, another connect in the other one rejects with DATABASE_BUSY too', async () => {
    const { first, second } = await two();
    first.stop(true);
    let code: unknown = null;
    connect(second).catch((error) => {
      code = error.code;
    });
    await until(() => {
      first.clock.advance(100);
      return code !== null;
    });
    expect(code).toBe('DATABASE_BUSY');
  });
});

describe('deleteDatabase in another tab', () => {
  const deleteIn = (page: FakePage) => on(page, () => deleteDatabaseOn(page.platform, 'crawl', {}));

  it('closes connections without a listener at once, and then deletes', async () => {
    const { leader, follower } = await two();
    const lost = [endsOf(leader), endsOf(follower)];
    const third = newPage();
    await passUntilSettled(third, deleteIn(third), 1_000);
    expect(lost).toEqual([['STORAGE_CLEARED'], ['STORAGE_CLEARED']]);
    expect(await codeOf(follower.status())).toBe('STORAGE_CLEARED');
    const again = await connect(third);
    expect(await again.getAdmin().listTableNames()).toEqual([]);
  });

  it('waits for connections that listen, and closes them after 5 s', async () => {
    const { leader, follower } = await two();
    const heard: string[] = [];
    const lost = [endsOf(leader), endsOf(follower)];
    leader.addEventListener('versionchange', ({ reason }) => heard.push(`leader ${reason}`));
    follower.addEventListener('versionchange', ({ reason }) => {
      heard.push(`follower ${reason}`);
      void follower.close();
    });
    const third = newPage();
    const passed = await passUntilSettled(third, deleteIn(third), 6_000);
    expect(passed).toBeGreaterThanOrEqual(5_000);
    expect(heard.sort()).toEqual(['follower delete', 'leader delete']);
    expect(lost).toEqual([['STORAGE_CLEARED'], []]);
  });

  it('closes a tab that still connects when it has connected', async () => {
    const [first] = pages as [FakePage];
    const third = newPage();
    const connecting = connect(first);
    await until(() => first.locks.isHeld('bigtab:crawl'));
    const deleting = deleteIn(third);
    const connection = await connecting;
    await passUntilSettled(third, deleting, 2_000);
    expect(await codeOf(connection.status())).toBe('STORAGE_CLEARED');
  });

  it('rejects with DATABASE_BUSY after 10 s if a tab is stopped by the system', async () => {
    const { first } = await two();
    first.stop(true);
    const third = newPage();
    const code = codeOf(deleteIn(third));
    expect(await passUntilSettled(third, code, 10_100)).toBeGreaterThanOrEqual(10_000);
    expect(await code).toBe('DATABASE_BUSY');
  });
});

describe('A tab with other options', () => {
  it('connects when the others have closed, which hear versionchange', async () => {
    const { leader, follower } = await two();
    const heard: string[] = [];
    for (const one of [leader, follower])
      one.addEventListener('versionchange', ({ reason }) => {
        heard.push(reason);
        void one.close();
      });
    const third = newPage();
    const connecting = connect(third, { timestamps: 'wall' });
    expect(await passUntilSettled(third, connecting, 2_000)).toBeLessThan(2_000);
    expect(heard).toEqual(['options', 'options']);
    expect((await (await connecting).status()).role).toBe('leader');
  });

  it('is refused after 5 s if the others stay open, and they go on', async () => {
    const { leader, follower } = await two();
    const lost = [endsOf(leader), endsOf(follower)];
    const third = newPage();
    const refused = codeOf(connect(third, { timestamps: 'wall' }));
    expect(await passUntilSettled(third, refused, 5_000)).toBe(5_000);
    expect(await refused).toBe('INVALID_ARGUMENT');
    expect(new Set([...(await increments(leader, 5)), ...(await increments(follower, 5))]).size).toBe(10);
    expect(lost).toEqual([[], []]);
  });
});

describe('An upgrade', () => {
  it('is reported to all connections of all tabs except its own, which stay open', async () => {
    const { second, leader, follower } = await two();
    const heard: string[] = [];
    leader.addEventListener('versionchange', ({ reason }) => heard.push(`leader ${reason}`));
    follower.addEventListener('versionchange', ({ reason }) => heard.push(`follower ${reason}`));
    const upgrade = (own: Connection) => own.addEventListener('versionchange', () => heard.push('itself'));
    const upgraded = await connect(second, { version: 2, upgrade });
    await until(() => heard.length === 2);
    await upgraded.status();
    expect(heard.sort()).toEqual(['follower upgrade', 'leader upgrade']);
    expect(await total(leader)).toBe(0n);
  });
});

describe('A page of a newer build', () => {
  function ask(protocol: number) {
    const page = newPage();
    const channel = page.platform.openChannel(controlChannel('crawl'), () => {});
    channel.post(makeChangeRequest('build', protocol, page.platform.uniqueName()));
    return page;
  }

  it('closes the connections of the older one, which reject with VERSION_CONFLICT; what was sent is stored', async () => {
    const { first, second, leader, follower } = await two();
    const lost = [endsOf(leader), endsOf(follower)];
    const counted = increments(leader, 10);
    const third = ask(PROTOCOL_VERSION + 1);
    await until(() => !first.locks.isHeld('bigtab:crawl:leader'));
    await until(() => lost.flat().length === 2);
    expect(lost).toEqual([['VERSION_CONFLICT'], ['VERSION_CONFLICT']]);
    expect(new Set(await counted).size).toBe(10);
    expect([first.alive, second.alive, await codeOf(follower.status())]).toEqual([0, 0, 'VERSION_CONFLICT']);
    expect(await total(await connect(third))).toBe(10n);
  });

  it('closes an older one that follows only when the calls that it has sent are answered', async () => {
    const { first, follower } = await two();
    const lost = endsOf(follower);
    first.stop(true);
    const counted = increments(follower, 10);
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    await settled();
    const third = ask(PROTOCOL_VERSION + 1);
    await settled();
    first.clock.advance(1_000);
    await settled();
    expect(lost).toEqual([]);
    first.stop(false);
    expect(new Set(await counted).size).toBe(10);
    await until(() => !first.locks.isHeld('bigtab:crawl:leader'));
    expect(lost).toEqual(['VERSION_CONFLICT']);
    expect(await total(await connect(third))).toBe(10n);
  });

  it('waits at most 5 s for the answers of a leader that the system has stopped', async () => {
    const { first, follower } = await two();
    const lost = endsOf(follower);
    first.stop(true);
    const code = codeOf(increments(follower, 1));
    await new Promise((resolve) => setImmediate(resolve));
    const third = ask(PROTOCOL_VERSION + 1);
    expect(await passUntilSettled(third, code, 5_100)).toBeGreaterThanOrEqual(5_000);
    expect([await code, lost]).toEqual(['VERSION_CONFLICT', ['VERSION_CONFLICT']]);
  });

  it('waits for connections that listen', async () => {
    const { first, leader, follower } = await two();
    const heard: string[] = [];
    for (const one of [leader, follower]) one.addEventListener('versionchange', ({ reason }) => heard.push(reason));
    ask(PROTOCOL_VERSION + 1);
    await until(() => heard.length === 2);
    expect(heard).toEqual(['build', 'build']);
    await increments(leader, 5);
    first.clock.advance(5_000);
    await until(() => !first.locks.isHeld('bigtab:crawl:leader'));
    expect(await codeOf(leader.status())).toBe('VERSION_CONFLICT');
  });

  it('is the only one that may ask: requests of the same and of older builds are ignored', async () => {
    const { leader, follower } = await two();
    ask(PROTOCOL_VERSION);
    ask(PROTOCOL_VERSION - 1);
    await follower.status();
    expect((await leader.status()).tabs).toBe(2);
  });
});

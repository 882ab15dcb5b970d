import { describe, expect, it } from 'vitest';
import { Delete } from '../model/delete.js';
import { Increment } from '../model/increment.js';
import { Put } from '../model/put.js';
import { copyOf, memoryMedium, openEngine, connectTo, type Medium } from '../testing/engine.js';
import { ManualClock } from '../testing/manual-clock.js';
import { SimCatalog } from '../testing/sim-catalog.js';
import { SimFileSystem } from '../testing/sim-file-system.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';

interface Sim extends Medium { readonly files: SimFileSystem; readonly catalog: SimCatalog }
function newSim(): Sim {
  const clock = new ManualClock(1_000_000);
  return { clock, files: new SimFileSystem({ seed: 1, clock }), catalog: new SimCatalog({ seed: 1 }) };
}
function afterDeath(sim: Sim): Sim {
  return { ...sim, files: sim.files.image({ kind: 'process-death', seed: 2 }), catalog: sim.catalog.image({ seed: 2 }) };
}
const turns = async (n = 300) => { for (let i = 0; i < n; i++) await null; };

class TickingClock extends ManualClock {
  step = 0;
  override monotonic(): number { const m = super.monotonic(); (this as any).passed += this.step; return m; }
}

describe('B1 B2', () => {
  it('fsync of an earlier group of the turn', async () => {
    const clock = new TickingClock(1_000_000);
    const sim: Sim = { clock, files: new SimFileSystem({ seed: 1, clock }), catalog: new SimCatalog({ seed: 1 }) };
    const { connection } = await openEngine(sim);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const events: any[] = [];
    connection.addEventListener('commit', (e) => events.push(e));
    clock.step = 3;
    sim.files.fail({ operation: 'write', path: 'wal/1-1', at: 2, error: 'QUOTA' });
    const r = await Promise.allSettled([
      table.put(new Put('a').addColumn('f', 'q', 'v').setDurability('FSYNC_WAL')),
      table.put(new Put('b').addColumn('f', 'q', 'v')),
    ]);
    clock.step = 0;
    console.log(r.map((x) => x.status), events.length);
    const cut = { ...sim, files: sim.files.image({ kind: 'power-cut', seed: 5, unflushed: 'dropped' as any, names: 'kept' as any }), catalog: sim.catalog.image({ seed: 5 }) };
    const again = (await openEngine(cut)).connection;
    console.log('power cut: a is', (await again.getTable('t').get('a')).isEmpty ? 'LOST' : 'there');
  });
});

describe('B3', () => {
  it('scanner on a rolled back cell', async () => {
    const sim = newSim();
    const { connection } = await openEngine(sim, { memory: { scanBatch: 1, scanBatchLimit: 1 } });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(['a', 'b', 'c', 'k', 'l', 'm'].map((r) => new Put(r).addColumn('f', 'q', 'v')));
    const s = table.getScanner({});
    const seen: string[] = [];
    const next = async () => { const r = await s.next(); if (r) seen.push(new TextDecoder().decode(r.row as any)); return r; };
    await next(); // a; b is prefetched
    await turns();
    sim.files.fail({ operation: 'write', path: 'wal/1-1', error: 'QUOTA' });
    // next() takes b from ahead, and asks for c in the same packet as the put
    const [p] = await Promise.allSettled([table.put(new Put('d').addColumn('f', 'q', 'bad')), next()]);
    console.log(p.status, seen);
    sim.files.heal();
    await turns();
    await table.put(new Put('z').addColumn('f', 'q', 'new'));
    while (await next());
    console.log('seen', seen.join(' '), s.snapshot);
  });
});

describe('B4', () => {
  it('goes back though the log is gone', async () => {
    const medium = memoryMedium();
    const opts = { memory: { logSegment: 16 * 1024 } };
    const { connection } = await openEngine(medium, opts);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    for (let i = 0; i < 5; i++) await table.put(new Put(`r${i}`).addColumn('f', 'q', 'x'.repeat(9000)));
    await connection.getAdmin().flush('t');
    console.log(medium.files.paths());
    medium.clock.advance(61_000); await turns();
    medium.clock.advance(61_000); await turns();
    console.log(medium.files.paths());
    for (let turn = 0; turn < 2; turn++) {
      const copy = copyOf(medium);
      const path = 'data/1/1-1';
      copy.files.setBytes(path, copy.files.bytesOf(path).slice(0, 100));
      try {
        const { connection: c2 } = await openEngine(copy, opts);
        console.log((await c2.status()).lastRecovery);
        console.log('rows', (await c2.getTable('t').getScanner({}).toArray()).length);
      } catch (e) { console.log(String(e)); }
      await connection.close();
    }
  });
});

describe('B6', () => {
  it('segments pile up', async () => {
    const medium = memoryMedium();
    for (let i = 0; i < 10; i++) {
      const { connection } = await openEngine(medium);
      if (i === 0) { const t = await connection.ensureTable({ name: 't', families: ['f'] }); await t.put(new Put('a').addColumn('f', 'q', 'v')); }
      await connection.close();
      medium.clock.advance(3600_000);
    }
    console.log(medium.files.paths());
  });
});

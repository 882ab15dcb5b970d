import { describe, expect, it } from 'vitest';
import { decodeText } from '../../bytes/text.js';
import { systemClock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { openInProcess } from '../../in-process/open-in-process.js';
import { processYielder } from '../../in-process/process-yielder.js';
import { encodedCellLength, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { openMemory } from '../../memory.js';
import { CellType } from '../../model/cell-type.js';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { Operation } from '../../service/client-service.js';
import { readControl } from '../../service/control-codec.js';
import { readMutate } from '../../service/mutate-codec.js';
import { decodePacket, encodeReplies, type RequestCall } from '../../service/packet-codec.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { MemoryFileSystem } from '../../storage/fs/memory-file-system.js';
import { exported, streamOf, withoutToken } from '../../testing/samples/backups.js';
import type { Transport } from '../calls/transport.js';
import type { Connection } from '../connection.js';

/* An engine that is not Bigtab's, such as a cluster, answers only a few control methods. */

const ANSWERED = [
  'createNamespace',
  'disableTable',
  'ensureTable',
  'getDescriptor',
  'listNamespaceDescriptors',
  'modifyTable',
  'tableExists',
];

/** What was sent: control methods by name, and the cells of each mutation. */
interface Sent {
  readonly methods: string[];
  readonly mutations: string[][];
}

/** Cells as `row family type ttl`, with Infinity for none. */
function mutationsOf({ payload }: RequestCall): string[][] {
  const { block, families, cursor } = readMutate(payload);
  const mutations: string[][] = [];
  const view = new CellView();
  for (const at = cursor(); at.next(); ) {
    const cells: string[] = [];
    for (let offset = at.offset; offset < at.end; offset += encodedCellLength(block.view, offset)) {
      readCell(view, block, offset);
      const row = decodeText(view.key.subarray(view.rowOffset, view.rowOffset + view.rowLength));
      const type = Object.keys(CellType).find((name) => CellType[name as 'Put'] === view.type);
      const ttl = readCellTtl(view);
      cells.push(`${row} ${decodeText(families[view.familyId] as Uint8Array)} ${type} ${ttl}`);
    }
    mutations.push(cells);
  }
  return mutations;
}

function refusing(transport: Transport, sent: Sent): Transport {
  const call = (packet: Uint8Array): Promise<Uint8Array> => {
    for (const one of decodePacket(packet).calls) {
      if (one.operation === Operation.Mutate) sent.mutations.push(...mutationsOf(one));
      else if (one.operation !== Operation.Control) continue;
      else {
        const { method } = readControl(one.payload);
        sent.methods.push(method);
        if (ANSWERED.includes(method)) continue;
        const error = new BigtabError('UNSUPPORTED_OPERATION', `a cluster has no ${method}`);
        return Promise.resolve(encodeReplies([{ error }]));
      }
    }
    return transport.call(packet);
  };
  return { ...transport, call };
}

async function open(): Promise<{ readonly connection: Connection; readonly sent: Sent }> {
  const sent: Sent = { methods: [], mutations: [] };
  const connection = await openInProcess(
    {},
    {
      name: 'cluster',
      files: new MemoryFileSystem(),
      catalog: new MemoryCatalog(),
      clock: systemClock,
      yielder: processYielder().yield,
      random: Math.random,
      backend: 'memory',
      wrap: (transport) => refusing(transport, sent),
    },
  );
  return { connection, sent };
}

/** A backup with puts that expire and others, all kinds of markers, a namespace, and a read-only and disabled table. */
async function backup(): Promise<string> {
  const connection = await openMemory();
  const admin = connection.getAdmin();
  await admin.createNamespace({ name: 'ns' });
  const families = ['f', 'g'].map((name) => ({ name, ...KEEP_HISTORY }));
  const table = await connection.ensureTable({ name: 'ns:t', families });
  await table.put(['a', 'b'].map((row) => ({ row, cells: { f: { p: '1', q: '2' }, g: { q: '3' } }, timestamp: 5 })));
  await table.put(new Put('a', 7).addColumn('f', 'q', 'expires').setTTL(10 ** 13));
  for (const timestamp of [2, 3]) await table.delete(new Delete('a').addFamily('f', timestamp));
  await table.delete(new Delete('a').addColumns('f', 'p', 4).addColumn('f', 'q', 5).addFamilyVersion('g', 5));
  await admin.modifyTable({ ...(await admin.getDescriptor('ns:t')), readOnly: true });
  await admin.disableTable('ns:t');
  const text = await exported(connection);
  await connection.close();
  return text;
}

describe('An import into another engine', () => {
  it('needs only control methods that it has, in mode merge', async () => {
    const text = await backup();
    const { connection, sent } = await open();
    await connection.importStream(streamOf(text), { mode: 'merge' });
    expect(sent.methods).toEqual([
      // Refused: it creates nothing at once.
      'mergeImport',
      'listNamespaceDescriptors',
      'createNamespace',
      'tableExists',
      'ensureTable',
      'modifyTable',
      'disableTable',
    ]);
    const copy = await openMemory();
    await copy.importStream(streamOf(text), { mode: 'create' });
    expect(withoutToken(await exported(copy))).toBe(withoutToken(text));
    await Promise.all([connection.close(), copy.close()]);
  });

  it('ends between two namespaces if its signal aborts, and ignores the version of the app', async () => {
    const { connection, sent } = await open();
    const abort = new AbortController();
    const namespaces = ['a', 'b', 'c'].map((name) => ({ name, configuration: {} }));
    const header = JSON.stringify({ format: 'bigtab', version: 1, appVersion: 2, namespaces, tables: [] });
    const push = sent.methods.push.bind(sent.methods);
    sent.methods.push = (method) => {
      if (method === 'createNamespace') abort.abort();
      return push(method);
    };
    const options = { mode: 'merge', signal: abort.signal } as const;
    await expect(connection.importStream(streamOf(`${header}\n`), options)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect([...sent.methods]).toEqual(['mergeImport', 'listNamespaceDescriptors', 'createNamespace']);
    await connection.close();
  });

  it('writes as Puts and Deletes do: one row, one kind, one time to live, and one marker of each whole family', async () => {
    const { connection, sent } = await open();
    await connection.importStream(streamOf(await backup()), { mode: 'merge' });
    expect(sent.mutations).toEqual([
      ['a f DeleteFamily Infinity'],
      ['a f DeleteFamily Infinity'],
      ['a f Put Infinity'],
      ['a f DeleteColumn Infinity'],
      ['a f Put 10000000000000'],
      ['a f Delete Infinity'],
      ['a f Put Infinity'],
      ['a g DeleteFamilyVersion Infinity'],
      ['a g Put Infinity'],
      ['b f Put Infinity', 'b f Put Infinity', 'b g Put Infinity'],
    ]);
    await connection.close();
  });

  it('is refused in mode create before anything is written', async () => {
    const { connection, sent } = await open();
    await expect(connection.importStream(streamOf(await backup()), { mode: 'create' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      message: expect.stringContaining('a cluster has no beginImport'),
      details: { line: 1 },
    });
    expect(sent).toEqual({ methods: ['beginImport'], mutations: [] });
    await connection.close();
  });
});

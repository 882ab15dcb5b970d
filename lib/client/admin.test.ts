import { describe, expect, it } from 'vitest';
import type { ControlRequest } from '../service/control-methods.js';
import { connectTo } from '../testing/fakes/scripted-connection.js';
import type { Admin } from './admin.js';

function adminOn(answer: (request: ControlRequest) => unknown = () => null) {
  const requests: ControlRequest[] = [];
  const { connection, engine } = connectTo({
    control(request) {
      requests.push(request);
      return answer(request);
    },
  });
  return { admin: connection.getAdmin(), requests, engine };
}

describe('Admin', () => {
  it('passes descriptors and names to the engine, which checks them', async () => {
    const { admin, requests } = adminOn();
    await admin.createTable({
      name: 'default:t',
      families: ['b', { name: Uint8Array.of(0x61, 0xff), bloomFilter: 'NONE' }],
    });
    await admin.deleteTable('default:t');
    expect(requests).toEqual([
      {
        method: 'createTable',
        args: [{ name: 'default:t', families: ['b', { name: 'a\\xFF', bloomFilter: 'NONE' }] }, []],
      },
      { method: 'deleteTable', args: ['default:t'] },
    ]);
  });

  it('sends region boundaries as given', async () => {
    const { admin, requests } = adminOn();
    await admin.createTable({ name: 't', families: ['f'] }, ['z', 'm']);
    await admin.createTable({ name: 't', families: ['f'] }, 'a', 'z', 3);
    await admin.createTable({ name: 't', families: ['f'] }, []);
    expect(requests.map(({ args }) => args[1])).toEqual([['z', 'm'], ['a', 'z'], []]);
  });

  it('refuses a family that is not a name, and sends nothing', async () => {
    const { admin, requests } = adminOn();
    await expect(admin.flush('t', 7 as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(requests).toEqual([]);
  });

  it.each(['deleteTable', 'truncateTable', 'enableTable', 'disableTable'] as const)(
    'sends %s as a numbered change without a result',
    async (method) => {
      const { admin, requests, engine } = adminOn();
      expect(await admin[method]('t')).toBeUndefined();
      expect(requests).toEqual([{ method, args: ['t'] }]);
      expect(engine.calls.map(({ number }) => number)).toEqual([1]);
    },
  );

  it.each(['tableExists', 'isTableEnabled', 'isTableDisabled', 'isTableAvailable', 'getDescriptor'] as const)(
    'sends %s without a number and returns the answer',
    async (method) => {
      const { admin, requests, engine } = adminOn(() => 'the answer');
      expect(await (admin[method] as Admin['tableExists'])('ns:t')).toBe('the answer');
      expect(requests).toEqual([{ method, args: ['ns:t'] }]);
      expect(engine.calls.map(({ number }) => number)).toEqual([0]);
    },
  );

  it('lists names and descriptors', async () => {
    const { admin } = adminOn(({ method }) => [method]);
    expect(await admin.listTableNames()).toEqual(['listTableNames']);
    expect(await admin.listTableDescriptors()).toEqual(['listTableDescriptors']);
  });

  it('flushes a table, or one of its families', async () => {
    const { admin, requests } = adminOn();
    await admin.flush('t');
    await admin.flush('t', Uint8Array.of(0xff));
    expect(requests).toEqual([
      { method: 'flush', args: ['t', null] },
      { method: 'flush', args: ['t', '\\xFF'] },
    ]);
  });

  it('does not delay other calls during a flush', async () => {
    let endFlush: () => void = () => undefined;
    const { connection, engine } = connectTo({
      control: () =>
        new Promise<null>((resolve) => {
          endFlush = () => resolve(null);
        }),
    });
    let flushed = false;
    const flush = connection
      .getAdmin()
      .flush('t')
      .then(() => {
        flushed = true;
      });
    await connection.getTable('t').put({ row: 'r', cells: { f: { q: 'v' } } });
    expect(flushed).toBe(false);
    expect(engine.packets.map(({ calls }) => calls.length)).toEqual([1, 1]);
    endFlush();
    await flush;
  });

  it('stops waiting for a flush when the signal aborts', async () => {
    const { connection } = connectTo({ control: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const flush = connection.getAdmin().flush('t', null, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(flush).rejects.toThrowError('enough');
  });
});

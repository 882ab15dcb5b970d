import type { BigtabError, Connection } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it, vi } from 'vitest';
import { LiveConnection } from './live-connection.js';

/** A connection, and its listeners, so that a test can dispatch events that normally come from the engine. */
async function openTold() {
  const connection = await openMemory({ name: 'demo' });
  const listeners = new Map<string, (event: unknown) => void>();
  vi.spyOn(connection, 'addEventListener').mockImplementation((type, listener) => {
    listeners.set(type, listener as (event: unknown) => void);
  });
  vi.spyOn(connection, 'removeEventListener').mockImplementation((type) => void listeners.delete(type));
  return { connection, listeners };
}

/** Resolves when the phase is `phase`. */
function phaseIs({ state }: LiveConnection, phase: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => state.value.phase === phase && resolve();
    state.subscribe(look);
    look();
  });
}

const ignore = (_: BigtabError) => undefined;

describe('a live connection', () => {
  it('reports the recovery of a worker that the connection has replaced itself', async () => {
    const { connection } = await openTold();
    const live = new LiveConnection(connection, undefined, ignore);
    await live.expectEnd();
    expect(live.comeback.value).toEqual({ servingMs: expect.any(Number), recovery: expect.anything() });
    expect(live.state.value).toEqual({ phase: 'open', connection });
  });

  it('opens the database again after it was lost, and reports the recovery', async () => {
    const first = await openTold();
    const second = await openTold();
    const live = new LiveConnection(first.connection, async () => second.connection, ignore);
    void live.expectEnd();
    first.listeners.get('lost')?.({ type: 'lost' });
    expect(live.state.value.phase).toBe('recovering');
    await phaseIs(live, 'open');
    expect(live.state.value.connection).toBe(second.connection);
    expect(live.comeback.value).toMatchObject({ recovery: { records: 0 } });
    expect(first.listeners.size).toBe(0);
    expect([...second.listeners.keys()].sort()).toEqual(['error', 'lost', 'role', 'status', 'versionchange']);
    live.release();
    expect(second.listeners.size).toBe(0);
  });

  it('keeps the reason if that fails, and can try again', async () => {
    const first = await openTold();
    const second = await openTold();
    const answers: (() => Promise<Connection>)[] = [
      () => Promise.reject(new Error('busy')),
      () => Promise.resolve(second.connection),
    ];
    const live = new LiveConnection(first.connection, () => answers.shift()?.() ?? Promise.reject(), ignore);
    first.listeners.get('lost')?.({ type: 'lost' });
    await phaseIs(live, 'failed');
    expect(live.state.value.error).toMatchObject({ message: 'busy' });
    await live.recover();
    expect(live.state.value).toEqual({ phase: 'open', connection: second.connection });
  });

  it.each(['delete', 'build'])(
    'is closed for another tab (%s), and is opened again only by the user',
    async (reason) => {
      const first = await openTold();
      const second = await openTold();
      const live = new LiveConnection(first.connection, async () => second.connection, ignore);
      first.listeners.get('versionchange')?.({ type: 'versionchange', reason });
      expect(live.state.value).toMatchObject({ phase: 'failed', mustReload: reason === 'build' });
      expect(first.listeners.size).toBe(0);
      await expect(first.connection.status()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      await live.recover();
      expect(live.state.value).toEqual({ phase: 'open', connection: second.connection });
    },
  );

  it('stays open while another tab upgrades, and tells the user', async () => {
    const { connection, listeners } = await openTold();
    const told: string[] = [];
    const live = new LiveConnection(connection, undefined, ({ message }) => told.push(message));
    listeners.get('versionchange')?.({ type: 'versionchange', reason: 'upgrade' });
    expect([told, live.state.value.phase]).toEqual([['Another tab changes the tables. Reload this page.'], 'open']);
  });

  it('asks for a reload if the database cannot be opened again', async () => {
    const { connection, listeners } = await openTold();
    const live = new LiveConnection(connection, undefined, ignore);
    listeners.get('lost')?.({ type: 'lost' });
    await phaseIs(live, 'failed');
    expect(String(live.state.value.error)).toMatch(/Reload the page/);
  });

  it('reports where the engine runs, and reads the status again when there is an engine again', async () => {
    const { connection, listeners } = await openTold();
    const live = new LiveConnection(connection, undefined, ignore);
    await live.look();
    const { epoch } = await connection.status();
    expect(live.standing.value).toEqual({ role: 'leader', epoch });
    const status = vi.spyOn(connection, 'status');
    listeners.get('role')?.({ type: 'role', role: 'seeking', epoch: 7 });
    expect(live.standing.value).toEqual({ role: 'seeking', epoch: 7 });
    expect(status).not.toHaveBeenCalled();
    listeners.get('role')?.({ type: 'role', role: 'follower', epoch: 8 });
    expect(live.standing.value).toEqual({ role: 'follower', epoch: 8 });
    await live.look();
    expect(status).toHaveBeenCalled();
    // A late report changes neither.
    expect(live.standing.value).toEqual({ role: 'follower', epoch: 8 });
    live.release();
  });

  it('reports errors of background work', async () => {
    const { connection, listeners } = await openTold();
    const errors: unknown[] = [];
    const live = new LiveConnection(connection, undefined, (error) => errors.push(error));
    const error = new Error('full');
    listeners.get('error')?.({ type: 'error', error });
    expect(errors).toEqual([error]);
    live.release();
  });
});

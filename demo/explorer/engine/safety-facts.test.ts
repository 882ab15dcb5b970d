import type { StatusReport } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { safetyFacts } from './safety-facts.js';

async function report(changes: Partial<StatusReport>): Promise<Record<string, string>> {
  const connection = await openMemory({ name: 'safety' });
  const status = { ...(await connection.status()), ...changes };
  await connection.close();
  return Object.fromEntries(safetyFacts(status).map(({ name, value, about }) => [name, `${value}: ${about}`]));
}

describe('the safety of the data as text', () => {
  it('shows the state with its reason', async () => {
    expect((await report({})).State).toBe('Open: reads and writes work');
    const full = { state: 'full', stateReason: 'The device has no room.' } as const;
    expect((await report(full)).State).toBe('Full: The device has no room.');
  });

  it('shows where the data came from', async () => {
    expect((await report({})).Origin).toBe('New: there was no database here');
    expect((await report({ origin: 'opened' })).Origin).toBe('Reopened: nothing was missing');
    expect((await report({ origin: 'recovered' })).Origin).toBe('Recovered: the problems are listed below');
    expect((await report({ origin: 'evicted' })).Origin).toBe('New: the earlier data was deleted');
  });

  it('shows the version that the app has given the database', async () => {
    expect((await report({})).Version).toBe('None: the app has given it none');
    expect((await report({ version: 3 })).Version).toBe('3: which the app has given it');
  });

  it('shows the storage of the site, and whether the browser keeps it', async () => {
    expect(await report({})).toMatchObject({
      Storage: 'Unknown: used by this site, as the browser estimates',
      Persistence: 'Unknown: the browser does not report it',
    });
    const storage = { usage: 5 * 1024 * 1024, quota: null, persisted: false };
    expect(await report({ storage })).toMatchObject({
      Storage: '5 MiB: used by this site, as the browser estimates',
      Persistence: 'Not promised: the browser may delete this data to make room',
    });
    expect((await report({ storage: { ...storage, persisted: true } })).Persistence).toMatch(/^Kept: /);
  });
});

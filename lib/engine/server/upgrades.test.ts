import { describe, expect, it } from 'vitest';
import type { Session } from '../../client/calls/session.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';

async function open(medium = memoryMedium()) {
  const { connection, database } = await openEngine(medium);
  const { session } = connection.getAdmin() as unknown as { readonly session: Session };
  return {
    medium,
    connection,
    database,
    begin: (version: unknown) => session.control('alone', 'beginUpgrade', version as number),
    end: (succeeded: unknown) => session.control('alone', 'endUpgrade', succeeded as boolean),
  };
}

describe('Upgrades', () => {
  it('keep the version when reopened, from the catalog or from its mirror, until a higher one succeeds', async () => {
    const first = await open();
    expect(await first.begin(4)).toBe(0);
    await first.end(true);
    expect(await first.begin(5)).toBe(4);
    await first.end(false);
    await first.connection.close();
    for (const medium of [copyOf(first.medium), { ...copyOf(first.medium), catalog: memoryMedium().catalog }]) {
      const again = await open(medium);
      expect(await again.begin(4)).toBe(undefined);
      await expect(again.begin(3)).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
      expect(await again.begin(9)).toBe(4);
      await again.end(true);
      await again.connection.close();
      expect(medium.catalog.image?.database.version).toBe(9);
    }
  });

  it('run one at a time, and a running one does not keep the database open', async () => {
    const { medium, database, begin, end } = await open();
    expect(await begin(1)).toBe(0);
    const second = begin(2);
    await end(true);
    expect(await second).toBe(1);
    void begin(3).catch(() => {});
    await database.close();
    expect(medium.catalog.image?.database.version).toBe(1);
  });

  it('accept nothing but versions, and cannot end before they start', async () => {
    const { medium, connection, begin, end } = await open();
    for (const wrong of [0, -1, 1.5, '2', null, {}, true]) {
      await expect(begin(wrong), String(wrong)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await end(true);
    expect(await begin(1)).toBe(0);
    await end('yes');
    expect(await begin(1)).toBe(0);
    await connection.close();
    expect(medium.catalog.image?.database).not.toHaveProperty('version');
  });
});

import { describe, expectTypeOf, it } from 'vitest';
import type { AbortSignalLike } from '../calls/call-options.js';
import type { Connection } from '../connection.js';
import type { connect } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import type { restoreDatabase } from './restore-database.js';
import type { UpgradeSignal } from './upgrade.js';

declare const open: typeof connect;
declare const restore: typeof restoreDatabase;
declare const backup: Blob;

describe('connect with a version', () => {
  it('accepts the options after the name, or together with it', () => {
    expectTypeOf(open('crawl', { version: 1 })).toEqualTypeOf<Promise<Connection>>();
    expectTypeOf(open({ name: 'crawl', version: 1 })).toEqualTypeOf<Promise<Connection>>();
    // @ts-expect-error: the name twice
    open('crawl', { name: 'news' } satisfies ConnectOptions);
    // @ts-expect-error: a version is a number
    open('crawl', { version: '1' });
  });

  it('is stated for an older backup by restoreDatabase and importStream', () => {
    expectTypeOf(restore(backup, 'crawl', { version: 1 })).toEqualTypeOf<Promise<Connection>>();
    // @ts-expect-error: a version is a number
    restore(backup, 'crawl', { version: '1' });
    // @ts-expect-error: it runs no upgrade
    restore(backup, 'crawl', { version: 1, upgrade: () => {} });
    expectTypeOf<Parameters<Connection['importStream']>[1]['version']>().toEqualTypeOf<number | undefined>();
  });

  it('passes to the upgrade a connection, the old version and a signal', () => {
    open('crawl', {
      version: 2,
      upgrade(connection, oldVersion, signal) {
        expectTypeOf(connection).toEqualTypeOf<Connection>();
        expectTypeOf(oldVersion).toEqualTypeOf<number>();
        expectTypeOf(signal).toEqualTypeOf<UpgradeSignal>();
        expectTypeOf(signal).toExtend<AbortSignalLike>();
      },
    });
    // @ts-expect-error: what it returns is not used, so a number is a mistake
    open('crawl', { version: 2, upgrade: async () => 5 });
  });
});

import { describe, expectTypeOf, it } from 'vitest';
import type { BigtabError } from '../errors.js';
import type { StatusReport } from '../model/status-report.js';
import type { Connection } from './connection.js';
import type { ConnectOptions } from './page/connect-options.js';

declare const connection: Connection;

describe('status', () => {
  it('has an origin, and the storage of the site with null for what is unknown', async () => {
    const { origin, storage } = await connection.status();
    expectTypeOf(origin).toEqualTypeOf<'created' | 'opened' | 'recovered' | 'evicted'>();
    expectTypeOf(storage).toEqualTypeOf<{
      readonly usage: number | null;
      readonly quota: number | null;
      readonly persisted: boolean | null;
    }>();
  });
});

describe('requestPersistence', () => {
  it('resolves to whether the browser keeps the data', () => {
    expectTypeOf(connection.requestPersistence()).toEqualTypeOf<Promise<boolean>>();
    // @ts-expect-error: it has no options
    void connection.requestPersistence(true);
  });
});

describe('existed', () => {
  it('returns a boolean, or a promise of one', () => {
    const options: ConnectOptions = { name: 'crawl', existed: () => true };
    const later: ConnectOptions = { name: 'crawl', existed: async () => true };
    expectTypeOf([options, later]).toEqualTypeOf<ConnectOptions[]>();
    // @ts-expect-error: text is not a boolean
    const text: ConnectOptions = { name: 'crawl', existed: () => 'yes' };
    void text;
  });
});

describe('addEventListener', () => {
  it('types the event by its name', () => {
    connection.addEventListener('commit', (event) => {
      expectTypeOf(event).toEqualTypeOf<{
        readonly type: 'commit';
        readonly table: string;
        readonly firstRow: Uint8Array;
        readonly lastRow: Uint8Array;
      }>();
    });
    connection.addEventListener('status', ({ status }) => expectTypeOf(status).toEqualTypeOf<StatusReport>());
    connection.addEventListener('lost', ({ error }) => expectTypeOf(error).toEqualTypeOf<BigtabError>());
    connection.addEventListener('error', ({ error }) => expectTypeOf(error).toEqualTypeOf<BigtabError>());
  });

  it('types the changes of a schema and the warnings', () => {
    connection.addEventListener('schema', (event) => {
      expectTypeOf(event.table).toEqualTypeOf<string>();
      expectTypeOf(event.change).toEqualTypeOf<
        'create' | 'alter' | 'truncate' | 'restore' | 'enable' | 'disable' | 'delete'
      >();
    });
    connection.addEventListener('warning', ({ attributes }) =>
      expectTypeOf(attributes).toEqualTypeOf<readonly string[]>(),
    );
  });

  it('accepts once and signal, and no other options', () => {
    connection.addEventListener('commit', () => undefined, { once: true, signal: new AbortController().signal });
    // @ts-expect-error: a connection has no DOM tree, so nothing to capture
    connection.addEventListener('commit', () => undefined, { capture: true });
    // @ts-expect-error: a connection has no DOM tree, so nothing to capture
    connection.addEventListener('commit', () => undefined, true);
  });

  it('has no other events', () => {
    // @ts-expect-error: a misspelled name
    connection.addEventListener('comit', () => undefined);
  });
});

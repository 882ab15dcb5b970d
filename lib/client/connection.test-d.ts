import { describe, expectTypeOf, it } from 'vitest';
import type { BigtabError } from '../errors.js';
import type { StatusReport } from '../model/status-report.js';
import type { Connection } from './connection.js';

declare const connection: Connection;

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
      expectTypeOf(event.change).toEqualTypeOf<'create' | 'alter' | 'truncate' | 'enable' | 'disable' | 'delete'>();
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

import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { useRow, useRows, useStatus } from './react.js';

it('the hooks of React are loading without a read', async () => {
  const connection = await openMemory();
  const table = await connection.ensureTable({ name: 'notes', families: ['e'] });
  function Notes({ user }: { readonly user: string | null }) {
    const notes = useRows(table, user === null ? null : { prefix: user });
    const one = useRow(table, user);
    return createElement('p', null, `${notes.status} ${one.status}`);
  }
  expect(renderToString(createElement(Notes, { user: null }))).toBe('<p>loading loading</p>');
  await connection.close();
});

it('the hooks of React open nothing on a server', async () => {
  const connection = await openMemory();
  const table = await connection.ensureTable({ name: 'notes', families: ['e'] });
  function Notes() {
    const notes = useRows(table, { prefix: 'a' });
    const one = useRow(table, 'a');
    const status = useStatus(connection);
    return createElement('p', null, `${notes.status} ${one.rows.length} ${status}`);
  }
  expect(renderToString(createElement(Notes))).toBe('<p>loading 0 null</p>');
  expect((await connection.status()).watches).toEqual([]);
  await connection.close();
});

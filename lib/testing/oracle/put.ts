/* Puts. */
import type { PutMutation } from '../vectors/history.js';
import { keepsVersions, once, type WriteContext, type Written } from './write.js';

export function put({ cells, ts, ttl }: PutMutation, context: WriteContext): Written {
  const { row, sequence } = context;
  const untimed = cells.filter(([, , at]) => at === 'LATEST' && ts === undefined);
  const time = once(() => {
    const { times, checked } = context;
    const base = times.base(
      context,
      untimed.some(([family]) => keepsVersions(context, family)),
      false,
    );
    const least = Math.max(base, checked > 0 && times.mode === 'strict' ? checked + 1 : checked);
    const columns = untimed.map(([family, qualifier]) => ({ family, qualifier }));
    return times.visible(context, { columns, isPut: true }, base, least);
  });
  const written = cells.map(([family, qualifier, at, value]) => {
    const timestamp = Number(at === 'LATEST' ? (ts ?? time()) : at); // W-10
    const cell = { row, family, qualifier, timestamp, type: 'Put', value, sequence } as const;
    return ttl === undefined ? cell : { ...cell, ttl };
  });
  return { cells: written, result: [] };
}

/* Puts. */
import type { PutMutation } from '../vectors/history.js';
import type { WriteContext, Written } from './write.js';

export function put({ cells, ts, ttl }: PutMutation, context: WriteContext): Written {
  const { row, sequence, putTimestamp } = context;
  const written = cells.map(([family, qualifier, at, value]) => {
    const timestamp = Number(at === 'LATEST' ? (ts ?? putTimestamp) : at); // W-10
    const cell = { row, family, qualifier, timestamp, type: 'Put', value, sequence } as const;
    return ttl === undefined ? cell : { ...cell, ttl };
  });
  return { cells: written, result: [] };
}

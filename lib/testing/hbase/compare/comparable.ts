import { toStringBinary } from '../../../bytes/text.js';

/** Timestamps from here on are the time of a call. */
const RECENT = Date.UTC(2020, 0);

/**
 * An answer as text, without what differs from cluster to cluster: times, names of servers and regions, the lines of a
 * stack, the order of attributes. `firstScanner`: the id that counts as 0.
 */
export function comparable(method: string, answer: unknown, firstScanner: number): string {
  const { result, failure } = answer as {
    readonly result?: unknown;
    readonly failure?: { kind: string; message: string };
  };
  if (failure !== undefined) return `${failure.kind}: ${errorText(failure.message)}`;
  if (method === 'openScanner') return String((result as number) - firstScanner);
  return JSON.stringify(plain(result)) ?? 'nothing';
}

function errorText(message: string): string {
  const text = message
    .split('\n')
    .filter((line) => !/^\tat |^\t\.\.\. \d+ more|^Caused by: |^$/.test(line))
    .map((line) =>
      line
        .replace(/ in region [^ ]*/g, ' in region …')
        .replace(/servers with issues: localhost\S*/, 'servers with issues: …')
        .replace(/^\d{4}-\d\d-\d\dT.*?maxAttempts=3}/, 'attempt'),
    )
    .join(' / ');
  const [, head, list, tail] = /^(Failed \d+ actions?: )(.*)(, servers with issues: .*)$/.exec(text) ?? [];
  // The client lists the errors in any order.
  return list === undefined
    ? text
    : head +
        list
          .split(/(?<=: \d+ times?), /)
          .sort()
          .join(', ') +
        tail;
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return toStringBinary(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return value > RECENT ? 'NOW' : value;
  if (Array.isArray(value)) {
    const list = value.map(plain);
    return isAttributes(list) ? list.sort() : list;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { serverName, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, plain(one)]));
}

/** Pairs of a key and a value. */
function isAttributes(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((one) => Array.isArray(one) && one.length === 2);
}

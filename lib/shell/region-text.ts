import { toStringBinary } from '../bytes/text.js';

/** The first row of a region, and the row after its last one; empty = start and end of the table. */
export interface RegionBounds {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** `{NAME => 't', STARTKEY => '', ENDKEY => ''}`, as HBase prints a region. */
export function regionText(name: string, { start, end }: RegionBounds): string {
  return `{NAME => '${name}', STARTKEY => '${toStringBinary(start)}', ENDKEY => '${toStringBinary(end)}'}`;
}

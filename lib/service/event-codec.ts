/* Events as JSON; rows are in printable form. */
import { decodeText, encodeText, toBytesBinary, toStringBinary } from '../bytes/text.js';
import type { EngineEvent } from './engine-event.js';

export function encodeEvents(events: readonly EngineEvent[]): Uint8Array {
  return encodeText(
    JSON.stringify(
      events.map((event) =>
        event.type === 'commit'
          ? { ...event, firstRow: toStringBinary(event.firstRow), lastRow: toStringBinary(event.lastRow) }
          : event,
      ),
    ),
  );
}

export function decodeEvents(bytes: Uint8Array): readonly EngineEvent[] {
  return (JSON.parse(decodeText(bytes)) as EngineEvent[]).map((event) =>
    event.type === 'commit'
      ? { ...event, firstRow: toBytesBinary(`${event.firstRow}`), lastRow: toBytesBinary(`${event.lastRow}`) }
      : event,
  );
}

import { compareBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import type { THRegionLocation } from '../../hbase/thrift/structs.js';

/** The only region server. */
const SERVER = { hostName: 'localhost', port: 16020, startCode: 1_700_000_000_000 };

/** The server's name in HBase's texts. */
export const SERVER_NAME = `${SERVER.hostName},${SERVER.port},${SERVER.startCode}`;

/** The regions of a table that was split at these keys when it was created. */
export function regionLocations(table: string, splitKeys: readonly Uint8Array[]): readonly THRegionLocation[] {
  const sorted = [...splitKeys].sort(compareBytes);
  const starts = [new Uint8Array(), ...sorted];
  const ends = [...sorted, new Uint8Array()];
  return starts.map((startKey, index) => ({
    serverName: SERVER,
    regionInfo: { regionId: 0, tableName: encodeText(table), startKey, endKey: ends[index] as Uint8Array },
  }));
}

import { encodeText } from '../../bytes/text.js';
import { encodeCall } from '../../hbase/thrift/message.js';

const t = encodeText('t');

/** The bytes of a put into the table `t`. */
export const PUT: Uint8Array = encodeCall('put', { table: t, put: { row: t, columnValues: [] } });

/** The bytes of a get from the table `t`. */
export const GET: Uint8Array = encodeCall('get', { table: t, get: { row: t } });

/** The bytes of a get from the table `app_notes`. */
export const GET_FROM_APP: Uint8Array = encodeCall('get', { table: encodeText('app_notes'), get: { row: t } });

/** The header of every call. */
export const THRIFT: Readonly<Record<string, string>> = { 'content-type': 'application/x-thrift' };

import { MessageWriter } from './message-writer.js';

/** The Java package of all filters and comparators. */
const PACKAGE = 'org.apache.hadoop.hbase.filter.';

/** The name of a class of HBase, and the message that its `toByteArray` returns. */
export function namedMessage(name: string, message: MessageWriter): MessageWriter {
  return new MessageWriter().text(1, PACKAGE + name).message(2, message);
}

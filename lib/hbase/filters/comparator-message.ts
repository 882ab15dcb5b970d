import { encodeText } from '../../bytes/text.js';
import { ComparatorKind } from '../../filter/comparators/comparator-kind.js';
import type { Translation, WriteMessage } from './translation.js';

const LONG_BYTES = 8;
const ENGINES = ['JAVA', 'JONI'];
const BITWISE_OPS = 3;

/** The Java class of each kind of comparator, and its message, at its number in ComparatorKind. */
const NAMES = Object.keys(ComparatorKind);
const MESSAGES: readonly WriteMessage[] = [
  comparable,
  comparable,
  (message) => {
    message.sized(1);
    message.count(2);
  },
  regexString,
  (message) => message.sized(1),
  (message) => message.nested(1, ({ from, to }) => to.binary(1, from.raw(LONG_BYTES))),
  comparable,
  (message) => {
    const op = message.below(BITWISE_OPS);
    comparable(message);
    message.to.integer(2, op + 1);
  },
  () => {},
];

/** Reads a comparator, and writes it as HBase's `Comparator`. */
export function writeComparator(translation: Translation): void {
  translation.object(NAMES, MESSAGES);
}

/** HBase's `ByteArrayComparable`, the base of most comparators. */
function comparable(message: Translation): void {
  message.nested(1, () => message.sized(1));
}

function regexString(message: Translation): void {
  const { from, to } = message;
  message.sized(1);
  to.integer(2, from.u8());
  to.binary(3, encodeText('UTF-8'));
  to.binary(4, encodeText(ENGINES[message.below(ENGINES.length)] as string));
}

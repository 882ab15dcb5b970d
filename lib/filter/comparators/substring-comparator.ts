import type { ByteWriter } from '../../bytes/byte-writer.js';
import { notAllowed } from '../../bytes/kind.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/**
 * Stored bytes are equal if, read as UTF-8, they contain `text`, ignoring the case of letters. Use it with EQUAL and
 * NOT_EQUAL. HBase: `SubstringComparator`.
 *
 * @see F-4
 */
export class SubstringComparator extends Comparator {
  /** In lower case. */
  readonly text: string;

  constructor(text: string) {
    super();
    if (typeof text !== 'string') throw notAllowed('the text of a SubstringComparator', 'text', text);
    this.text = text.toLowerCase();
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.SubstringComparator);
    writer.text(this.text);
  }

  override toString(): string {
    return `substring:${this.text}`;
  }
}

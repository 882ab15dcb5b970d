import { decodeText } from '../../bytes/text.js';
import { namesCode } from './code-attributes.js';
import { Refusal } from './refusal.js';
import { SYSTEM_NAMESPACE } from './table-pattern.js';

/** The limit for the tables, and for the attributes, of a call. */
const MOST = 10_000;

/** The names in a call, collected while its arguments are read. Throws a Refusal with 413 for more than 10,000 of a kind. */
export class CallNames {
  readonly #tables: string[] = [];
  /** Every table, as `t` or `ns:t`. */
  readonly tables: readonly string[] = this.#tables;
  /** Whether it names the namespace `hbase`, or includes HBase's own tables in a list. */
  system = false;
  /** The first attribute that names code, or null. */
  code: string | null = null;
  #attributes = 0;

  addTable(table: string): void {
    if (this.#tables.length === MOST) throw tooMany('tables');
    this.#tables.push(table);
  }

  addNamespace(namespace: Uint8Array): void {
    this.addSystem(decodeText(namespace) === SYSTEM_NAMESPACE);
  }

  /** `included`: whether the call concerns all of HBase's own tables. */
  addSystem(included: boolean): void {
    this.system ||= included;
  }

  addAttribute(key: Uint8Array, value: Uint8Array): void {
    if (++this.#attributes > MOST) throw tooMany('attributes');
    if (this.code === null && namesCode(key, value)) this.code = decodeText(key);
  }
}

function tooMany(what: string): Refusal {
  return new Refusal(413, `The request names more than ${MOST} ${what}. Send smaller lists.`);
}

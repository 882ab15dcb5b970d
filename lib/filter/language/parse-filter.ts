import { type Filter, MAX_FILTER_DEPTH } from '../../model/filter.js';
import { FilterList, type FilterListOperator } from '../filter-list.js';
import { SkipFilter } from '../skip-filter.js';
import { WhileMatchFilter } from '../while-match-filter.js';
import { parseSimpleFilter, simpleFilterEnd } from './parse-simple-filter.js';
import { SourceText } from './source-text.js';

const BLANKS = /[ \t]*/y;
/**
 * The operators, with the characters that may come before and after them: a name that merely begins like one is not an
 * operator (F-30).
 */
const OPERATOR = { OR: /(?<=[ )])OR(?=[ (])/y, AND: /(?<=[ )])AND(?=[ (])/y } as const;
const WRAPPER = /(?<=^|[ ()])(?:SKIP|WHILE)(?=[ (])/y;

/** The operators, weakest first (F-31), and the list that each makes. */
const LISTS: readonly (readonly [word: 'OR' | 'AND', operator: FilterListOperator])[] = [
  ['OR', 'MUST_PASS_ONE'],
  ['AND', 'MUST_PASS_ALL'],
];

/**
 * Parses a filter in HBase's filter language, as in HBase's shell. `SKIP` and `WHILE` bind more tightly
 * than `AND`, and `AND` more tightly than `OR`, also in parentheses. Strings are in single quotes.
 *
 * Throws INVALID_ARGUMENT if the text is not a filter; the message says what is wrong, and `details.position` where.
 * HBase: `ParseFilter`.
 *
 * @example
 * parseFilter("PrefixFilter('com.') AND ValueFilter(=, 'substring:news')");
 *
 * @see F-30 … F-36, A-23
 */
export function parseFilter(text: string | Uint8Array): Filter {
  return new FilterParser(new SourceText(text)).parse();
}

class FilterParser {
  readonly #text: SourceText;
  #at = 0;
  #depth = 0;

  constructor(text: SourceText) {
    this.#text = text;
  }

  parse(): Filter {
    const filter = this.#list(0, null);
    if (this.#next() === ')') throw this.#error('Mismatched parenthesis');
    if (this.#next() !== '') this.#failAfterFilter();
    return filter;
  }

  /**
   * Parses filters joined by the operator at `level` of LISTS; `needy` names the operator or wrapper that needs them.
   */
  #list(level: number, needy: string | null): Filter {
    const entry = LISTS[level];
    if (entry === undefined) return this.#unary(needy);
    const [word, operator] = entry;
    const first = this.#list(level + 1, needy);
    const others: Filter[] = [];
    while (this.#take(OPERATOR[word]) !== '') others.push(this.#list(level + 1, `an ${word} needs two filters`));
    return others.length === 0 ? first : new FilterList(operator, [first, ...others]);
  }

  #unary(needy: string | null): Filter {
    const wrapper = this.#take(WRAPPER);
    if (wrapper === '') return this.#primary(needy);
    const inner = this.#nested(() => this.#unary(`${wrapper} must be followed by a filter`));
    return wrapper === 'SKIP' ? new SkipFilter(inner) : new WhileMatchFilter(inner);
  }

  #primary(needy: string | null): Filter {
    this.#checkPresent(needy);
    if (this.#next() !== '(') return this.#simple();
    const open = this.#at++;
    const inner = this.#nested(() => this.#list(0, null));
    if (this.#next() !== ')') {
      if (this.#next() === '') throw this.#text.error('Mismatched parenthesis', open);
      this.#failAfterFilter();
    }
    this.#at++;
    this.#blanks();
    return inner;
  }

  #simple(): Filter {
    const start = this.#at;
    const end = simpleFilterEnd(this.#text, start);
    this.#at = end;
    this.#blanks();
    return parseSimpleFilter(this.#text, start, end);
  }

  /**
   * Throws because of the text after a filter, with its own error if it has one: for example, an operator in lower
   * case.
   */
  #failAfterFilter(): never {
    const at = this.#at;
    if (this.#next() !== '(' && this.#matches(WRAPPER) === '') this.#simple();
    throw this.#text.error('Incorrect Filter String', at);
  }

  /** Throws if no filter follows. */
  #checkPresent(needy: string | null): void {
    this.#blanks();
    if (needy === null && this.#next() === ')') {
      throw this.#error(this.#depth === 0 ? 'Mismatched parenthesis' : 'Incorrect Filter String');
    }
    const ends = this.#next() === '' || this.#next() === ')';
    const operator = LISTS.map(([word]) => word).find((word) => this.#matches(OPERATOR[word]) !== '');
    if (!ends && operator === undefined) return;
    if (needy === null && ends) throw this.#error('Incorrect Filter String');
    throw this.#error(`Incorrect input string - ${needy ?? `an ${operator} needs two filters`}`);
  }

  #nested(parse: () => Filter): Filter {
    if (++this.#depth > MAX_FILTER_DEPTH) {
      throw this.#error(
        `Incorrect Filter String: parentheses, SKIP and WHILE can be nested at most ${MAX_FILTER_DEPTH} deep`,
      );
    }
    const filter = parse();
    this.#depth--;
    return filter;
  }

  /** The current character; empty at the end. */
  #next(): string {
    return this.#text.units.charAt(this.#at);
  }

  /** Reads what `pattern` matches here, and the blanks after it; returns an empty string if it does not match. */
  #take(pattern: RegExp): string {
    this.#blanks();
    const found = this.#matches(pattern);
    this.#at += found.length;
    if (found !== '') this.#blanks();
    return found;
  }

  #blanks(): void {
    this.#at += this.#matches(BLANKS).length;
  }

  #matches(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text.units)?.[0] ?? '';
  }

  #error(message: string): Error {
    return this.#text.error(message, this.#at);
  }
}

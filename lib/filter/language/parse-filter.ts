import { type Filter, MAX_FILTER_DEPTH } from '../../model/filter.js';
import { FilterList, type FilterListOperator } from '../filter-list.js';
import { SkipFilter } from '../skip-filter.js';
import { WhileMatchFilter } from '../while-match-filter.js';
import { FilterText } from './filter-text.js';
import { parseSimpleFilter, simpleFilterEnd } from './parse-simple-filter.js';

const BLANKS = /[ \t]*/y;
/** What may stand before and behind `AND` and `OR`: a name that merely begins like one is none (F-30). */
const OPERATOR = { OR: /(?<=[ )])OR(?=[ (])/y, AND: /(?<=[ )])AND(?=[ (])/y } as const;
const WRAPPER = /(?<=^|[ ()])(?:SKIP|WHILE)(?=[ (])/y;

/** Operators from the weakest on (F-31), and the list that each makes. */
const LISTS: readonly (readonly [word: 'OR' | 'AND', operator: FilterListOperator])[] = [
  ['OR', 'MUST_PASS_ONE'],
  ['AND', 'MUST_PASS_ALL'],
];

/**
 * The filter that a text of HBase's filter language means, as the shell takes it:
 * `SKIP` and `WHILE` before `AND` before `OR`, strings in single quotes. Mixed operators in parentheses are grouped likewise.
 *
 * What is no filter is INVALID_ARGUMENT; the message says what is wrong, `details.position` where. HBase: `ParseFilter`.
 *
 * @example
 * parseFilter("PrefixFilter('com.') AND ValueFilter(=, 'substring:news')");
 *
 * @see F-30 … F-36, A-23
 */
export function parseFilter(text: string | Uint8Array): Filter {
  return new FilterParser(new FilterText(text)).parse();
}

class FilterParser {
  private readonly text: FilterText;
  private at = 0;
  private depth = 0;

  constructor(text: FilterText) {
    this.text = text;
  }

  parse(): Filter {
    const filter = this.list(0, null);
    if (this.next() === ')') throw this.error('Mismatched parenthesis');
    if (this.next() !== '') this.failBehindFilter();
    return filter;
  }

  /** Filters joined by the operator of this level of `LISTS`; `needy` is the operator or wrapper that waits for them. */
  private list(level: number, needy: string | null): Filter {
    const entry = LISTS[level];
    if (entry === undefined) return this.unary(needy);
    const [word, operator] = entry;
    const members = [this.list(level + 1, needy)];
    while (this.take(OPERATOR[word]) !== '') members.push(this.list(level + 1, `an ${word} needs two filters`));
    return members.length === 1 ? (members[0] as Filter) : new FilterList(operator, members);
  }

  private unary(needy: string | null): Filter {
    const wrapper = this.take(WRAPPER);
    if (wrapper === '') return this.primary(needy);
    const inner = this.nested(() => this.unary(`a ${wrapper} wraps a filter`));
    return wrapper === 'SKIP' ? new SkipFilter(inner) : new WhileMatchFilter(inner);
  }

  private primary(needy: string | null): Filter {
    this.checkPresent(needy);
    if (this.next() !== '(') return this.simple();
    const open = this.at++;
    const inner = this.nested(() => this.list(0, null));
    if (this.next() !== ')') {
      if (this.next() === '') throw this.text.error('Mismatched parenthesis', open);
      this.failBehindFilter();
    }
    this.at++;
    this.blanks();
    return inner;
  }

  private simple(): Filter {
    const start = this.at;
    const end = simpleFilterEnd(this.text, start);
    this.at = end;
    this.blanks();
    return parseSimpleFilter(this.text, start, end);
  }

  /** Throws for what stands behind a filter and joins nothing: what is wrong with it by itself, such as an operator in small letters. */
  private failBehindFilter(): never {
    const at = this.at;
    if (this.next() !== '(' && this.matches(WRAPPER) === '') this.simple();
    throw this.text.error('Incorrect Filter String', at);
  }

  /** Throws where a filter must come and none does. */
  private checkPresent(needy: string | null): void {
    this.blanks();
    if (needy === null && this.next() === ')') {
      throw this.error(this.depth === 0 ? 'Mismatched parenthesis' : 'Incorrect Filter String');
    }
    const ends = this.next() === '' || this.next() === ')';
    const operator = LISTS.map(([word]) => word).find((word) => this.matches(OPERATOR[word]) !== '');
    if (!ends && operator === undefined) return;
    if (needy === null && ends) throw this.error('Incorrect Filter String');
    throw this.error(`Incorrect input string - ${needy ?? `an ${operator} needs two filters`}`);
  }

  private nested(parse: () => Filter): Filter {
    if (++this.depth > MAX_FILTER_DEPTH) {
      throw this.error(
        `Incorrect Filter String: parentheses, SKIP and WHILE stand inside each other ${MAX_FILTER_DEPTH} deep at most`,
      );
    }
    const filter = parse();
    this.depth--;
    return filter;
  }

  /** The character at hand; empty at the end. */
  private next(): string {
    return this.text.units.charAt(this.at);
  }

  /** Reads what `pattern` matches here, and the blanks behind it; empty when it does not. */
  private take(pattern: RegExp): string {
    this.blanks();
    const found = this.matches(pattern);
    this.at += found.length;
    if (found !== '') this.blanks();
    return found;
  }

  private blanks(): void {
    this.at += this.matches(BLANKS).length;
  }

  private matches(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text.units)?.[0] ?? '';
  }

  private error(message: string): Error {
    return this.text.error(message, this.at);
  }
}

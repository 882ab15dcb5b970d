import { FilterList } from '../filter/filter-list.js';
import { FirstKeyOnlyFilter } from '../filter/first-key-only-filter.js';
import { KeyOnlyFilter } from '../filter/key-only-filter.js';

/** The first cell of each row, without its value: enough to show that the row exists. */
export function firstKeys(): FilterList {
  return new FilterList([new FirstKeyOnlyFilter(), new KeyOnlyFilter()]);
}

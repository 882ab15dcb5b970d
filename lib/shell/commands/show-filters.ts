import { NAMED_FILTERS } from '../../filter/language/named-filters.js';
import type { Command } from '../command.js';

export const showFilters: Command = {
  name: 'show_filters',
  group: 'ddl',
  arity: [0, 0],
  help: `Lists the filters that you can use in FILTER of get, scan and count:

  show_filters
  scan 't', {FILTER => "PrefixFilter('row') AND (QualifierFilter(>=, 'binary:x') OR SKIP ValueFilter(!=, 'substring:y'))"}`,
  async run({ output }) {
    for (const name of Object.keys(NAMED_FILTERS).sort()) output.row(name);
  },
};

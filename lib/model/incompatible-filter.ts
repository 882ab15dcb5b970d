import { BigtabError } from '../errors.js';

/** INCOMPATIBLE_FILTER: a batch size together with a filter that judges whole rows. */
export function incompatibleFilter(): BigtabError {
  const message = 'Cannot set batch on a scan using a filter that returns true for filter.hasFilterRow';
  return new BigtabError('INCOMPATIBLE_FILTER', message);
}

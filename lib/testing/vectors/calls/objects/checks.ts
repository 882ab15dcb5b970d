import { CheckAndMutate, type CheckAndMutateBuilder, type Put, type TimeRange } from '../../../../index.js';
import { toFilter } from '../../filters/read-filter.js';
import { toBytes as b } from '../call-arguments.js';
import type { Kind, Makers } from './kind.js';

/*
 * CheckAndMutate and its builder.
 */

export const CHECK_MAKERS: Makers = {
  'CheckAndMutate.newBuilder': ([row]) => CheckAndMutate.newBuilder(b(row)),
};

export const CHECK_KINDS: readonly Kind[] = [
  {
    is: isCheckBuilder,
    methods: {
      ifNotExists: (self: CheckAndMutateBuilder, [family, qualifier]) => self.ifNotExists(b(family), b(qualifier)),
      ifEquals: (self: CheckAndMutateBuilder, [family, qualifier, value]) =>
        self.ifEquals(b(family), b(qualifier), b(value)),
      ifMatches: (self: CheckAndMutateBuilder, args) =>
        args.length === 1
          ? self.ifMatches(toFilter(args[0]))
          : self.ifMatches(b(args[0]), b(args[1]), args[2] as never, b(args[3])),
      timeRange: (self: CheckAndMutateBuilder, [range]) => self.timeRange(range as TimeRange | null),
      build: (self: CheckAndMutateBuilder, [action]) => self.build(action as Put),
    },
  },
  {
    is: (object) => object instanceof CheckAndMutate,
    methods: {
      getRow: (self: CheckAndMutate) => self.row,
      getFamily: (self: CheckAndMutate) => self.family,
      getQualifier: (self: CheckAndMutate) => self.qualifier,
      getCompareOp: (self: CheckAndMutate) => self.op,
      getValue: (self: CheckAndMutate) => self.value,
      getFilter: (self: CheckAndMutate) => self.filter,
      hasFilter: (self: CheckAndMutate) => self.filter !== null,
      getTimeRange: (self: CheckAndMutate) => self.timeRange,
      getAction: (self: CheckAndMutate) => self.action,
    },
  },
];

/**
 * Whether an object is a builder of checks. It may come from another copy of the package than the runner's, as it does
 * in a page.
 */
export function isCheckBuilder(object: unknown): object is CheckAndMutateBuilder {
  return typeof object === 'object' && object !== null && 'ifNotExists' in object;
}

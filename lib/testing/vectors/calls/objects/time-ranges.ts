import { TimeRange } from '../../../../index.js';
import { toTime } from '../call-arguments.js';
import { timeAnswer } from './cells.js';
import type { Kind, Makers } from './kind.js';

/*
 * TimeRange.
 */

export const TIME_RANGE_MAKERS: Makers = {
  'TimeRange.at': ([at]) => TimeRange.at(toTime(at)),
  'TimeRange.from': ([min]) => TimeRange.from(toTime(min)),
  'TimeRange.until': ([max]) => TimeRange.until(toTime(max)),
  'TimeRange.between': ([min, max]) => TimeRange.between(toTime(min), toTime(max)),
  'TimeRange.allTime': () => TimeRange.allTime(),
};

export const TIME_RANGE_KIND: Kind = {
  is: (object) => object instanceof TimeRange,
  methods: {
    withinTimeRange: (self: TimeRange, [at]) => self.withinTimeRange(toTime(at)),
    withinOrAfterTimeRange: (self: TimeRange, [at]) => self.withinOrAfterTimeRange(toTime(at)),
    compare: (self: TimeRange, [at]) => self.compare(toTime(at)),
    getMin: (self: TimeRange) => timeAnswer(self.min),
    getMax: (self: TimeRange) => timeAnswer(self.max),
  },
};

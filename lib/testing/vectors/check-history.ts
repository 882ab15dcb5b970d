import {
  anything,
  bytes,
  type Check,
  decimal,
  either,
  fields,
  integer,
  list,
  record,
  tagged,
  text,
  time,
  truth,
  tuple,
  word,
} from './checks.js';
import { FAMILY_ATTRIBUTES } from './descriptors.js';
import { checkFilter } from './filters/check-filter.js';
import type { History } from './history.js';

/*
 * Checks the format of a history, field by field. Values that HBase refuses or ignores, such as negative timestamps or
 * a time to live on a delete, pass this check, because the recorded answer contains HBase's reaction. Anything that the
 * format does not define fails.
 */

const versions: Check = (value, where) => (value === 'all' ? undefined : integer(value, where));
const range = tuple([time, time]);
const cells = list(tuple([bytes, bytes, time, bytes, text], 1));
const error = fields({ error: text }, { message: text });

const READ_MODIFY_WRITE = { timeRange: range, ttl: integer, ts: time, returnResults: truth };
const QUERY = {
  columns: list(tuple([bytes, bytes], 1)),
  versions,
  timeRange: range,
  timestamp: time,
  familyTimeRange: record(bytes, range),
  storeLimit: integer,
  storeOffset: integer,
  filter: checkFilter,
};

const column = tuple([text, bytes, bytes, time], 1);
const deleteCall = tagged(0, {
  family: tuple([text, bytes, time], 1),
  familyVersion: tuple([text, bytes, time]),
  columns: column,
  column,
});

const MUTATIONS = {
  put: [{ cells: list(tuple([bytes, bytes, time, bytes])) }, { ts: time, ttl: integer }],
  delete: [{ what: list(deleteCall) }, { ts: time, ttl: integer }],
  increment: [{ amounts: list(tuple([bytes, bytes, decimal])) }, READ_MODIFY_WRITE],
  append: [{ values: list(tuple([bytes, bytes, bytes])) }, READ_MODIFY_WRITE],
} as const;

/** A step inside another one. It uses the row of the outer step unless it names its own. */
const inner = (op: keyof typeof MUTATIONS): Check =>
  fields({ op: text, ...MUTATIONS[op][0] }, { row: bytes, ...MUTATIONS[op][1] });
const action = (op: keyof typeof MUTATIONS): Check =>
  fields({ op: text, row: bytes, ...MUTATIONS[op][0] }, MUTATIONS[op][1]);

const INNER = { put: inner('put'), delete: inner('delete'), increment: inner('increment'), append: inner('append') };
const mutations = list(tagged('op', INNER));
const then = tagged('op', { ...INNER, mutateRow: fields({ op: text, mutations }, { row: bytes }) });

const condition = fields(
  {},
  { family: bytes, qualifier: bytes, op: text, value: bytes, absent: word(true), filter: checkFilter },
);

const getAnswer: Check = (value, where) => (typeof value === 'boolean' ? undefined : cells(value, where));
const batchEntry: Check = (value, where) => {
  if (Array.isArray(value)) cells(value, where);
  else either(word(null, true, false), error)(value, where);
};
const batchAnswer = list(batchEntry);
const scanAnswer = list(fields({ row: bytes, cells }));
const checkAnswer = fields({ success: truth }, { cells });

/** A step without an answer: it either succeeds or fails. */
function change(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  return step(required, { ...optional, bigtab: either(word(null), error) });
}

/** A step with an answer: at least one of `expect`, `error` and `bigtab`. */
function probe(
  answer: Check,
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const known = step(required, { ...optional, expect: answer, bigtab: either(error, answer) });
  return (value, where) => {
    known(value, where);
    const given = ['expect', 'error', 'bigtab'].some((name) => Object.hasOwn(value as object, name));
    if (!given) fields({ expect: answer }, { at: anything, op: anything, ...required, ...optional })(value, where);
  };
}

function step(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>>): Check {
  return fields({ at: integer, op: text, ...required }, { error: text, message: text, ...optional });
}

const row = { row: bytes };
const ACTIONS = {
  put: action('put'),
  delete: action('delete'),
  increment: action('increment'),
  append: action('append'),
  get: fields({ op: text, ...row }, { ...QUERY, existsOnly: truth }),
};
const families = list(familyCheck);
const checkStep = tagged('op', {
  put: change({ ...row, ...MUTATIONS.put[0] }, MUTATIONS.put[1]),
  delete: change({ ...row, ...MUTATIONS.delete[0] }, MUTATIONS.delete[1]),
  increment: probe(cells, { ...row, ...MUTATIONS.increment[0] }, MUTATIONS.increment[1]),
  append: probe(cells, { ...row, ...MUTATIONS.append[0] }, MUTATIONS.append[1]),
  mutateRow: step({ ...row, mutations }, { expect: cells, bigtab: either(word(null), error, cells) }),
  checkAndMutate: probe(checkAnswer, { ...row, condition, then }, { timeRange: range }),
  batch: probe(batchAnswer, { actions: list(tagged('op', ACTIONS)) }),
  get: probe(getAnswer, row, { ...QUERY, existsOnly: truth }),
  scan: probe(
    scanAnswer,
    {},
    {
      ...QUERY,
      start: bytes,
      startInclusive: truth,
      stop: bytes,
      stopInclusive: truth,
      prefix: bytes,
      reversed: truth,
      limit: integer,
      batch: integer,
      raw: truth,
      onDemandFamilies: truth,
    },
  ),
  flush: change({}),
  reopen: change({}),
  majorCompact: change({}),
  minorCompact: change({ newest: integer }),
  alter: change({ families }),
});

function familyCheck(value: unknown, where: string): void {
  fields({ NAME: bytes }, Object.fromEntries(FAMILY_ATTRIBUTES.map((name) => [name, text])))(value, where);
}

const checkFrame = fields(
  { id: text, table: fields({ families }, { config: record(text, text) }), steps: list(anything) },
  { rules: list(text), note: text, differs: text },
);

/** Throws `Malformed` for anything but a history, and for a field or an operation that the format does not define. */
export function checkHistory(value: unknown): asserts value is History {
  checkFrame(value, 'the history');
  for (const [index, one] of (value as History).steps.entries()) checkStep(one, `step ${index + 1}`);
}

import { isDeepStrictEqual } from 'node:util';
import type { DeleteCall, DeleteMutation, History, PutMutation, RowMutation, Step } from '../vectors/history.js';

/**
 * A history as it can be played over a cluster, whose clock cannot be set: writes name the time that the server would
 * have assigned to them. Null if it needs more: a flush or another change of the region, cells that expire, or a time
 * that only the server can know.
 */
export function portableHistory(history: History): History | null {
  if (history.table.families.some((family) => 'TTL' in family)) return null;
  const steps: Step[] = [];
  for (const step of history.steps) {
    const portable = portableStep(step);
    if (portable === null) return null;
    steps.push(portable);
  }
  return { ...history, steps };
}

function portableStep(step: Step): Step | null {
  const { at } = step;
  switch (step.op) {
    case 'get':
    case 'scan':
      return step;
    case 'put':
    case 'delete':
    case 'increment':
    case 'append': {
      const timed = withTime(step, at);
      return timed === null ? null : ({ ...step, ...timed } as Step);
    }
    case 'mutateRow': {
      const mutations = allWithTime(step.mutations, at);
      return mutations === null ? null : { ...step, mutations };
    }
    case 'checkAndMutate': {
      const mutations = step.then.op === 'mutateRow' ? step.then.mutations : [step.then];
      // The assigned time depends on that of the cell that was checked.
      return isDeepStrictEqual(allWithTime(mutations, at), mutations) ? step : null;
    }
    case 'batch': {
      const actions = step.actions.map((action) => (action.op === 'get' ? action : withTime(action, at)));
      return actions.includes(null) ? null : { ...step, actions: actions as typeof step.actions };
    }
    default:
      return null;
  }
}

function allWithTime(mutations: readonly RowMutation[], at: number): readonly RowMutation[] | null {
  const timed = mutations.map((mutation) => withTime(mutation, at));
  return timed.includes(null) ? null : (timed as readonly RowMutation[]);
}

/** The gateway carries no timestamps of an Increment or Append. */
function withTime(mutation: RowMutation, at: number): RowMutation | null {
  if (mutation.ttl !== undefined || mutation.op === 'increment' || mutation.op === 'append') return null;
  return mutation.op === 'put' ? putWithTime(mutation, at) : deleteWithTime(mutation, at);
}

function putWithTime(put: PutMutation, at: number): PutMutation {
  const time = timeOf(put, at);
  return {
    ...put,
    cells: put.cells.map(([family, qualifier, timestamp, value]) => [
      family,
      qualifier,
      timestamp === 'LATEST' ? time : timestamp,
      value,
    ]),
  };
}

/** Null if it deletes the newest version, whose time the server looks up. */
function deleteWithTime(remove: DeleteMutation, at: number): DeleteMutation | null {
  const time = timeOf(remove, at);
  if (remove.what.some(([what, , , timestamp]) => what === 'column' && timestamp === undefined)) return null;
  const what = remove.what.map(([kind, family, ...rest]): DeleteCall => {
    if (kind === 'family' || kind === 'familyVersion') return [kind, family, rest[0] ?? time];
    return [kind, family, rest[0] as string, rest[1] ?? time];
  });
  return { ...remove, what, ts: time };
}

function timeOf({ ts }: { readonly ts?: PutMutation['ts'] }, at: number): number | string {
  return ts === undefined || ts === 'LATEST' ? at : ts;
}

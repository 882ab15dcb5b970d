import type { TableDescriptor, TableLike } from '../model/schema/table-descriptor.js';
import type { AnswersByName } from '../service/control-methods.js';
import { TOKEN_FAMILY } from './exactly-once.js';

/** The tokens of writes live for a day. */
const FAMILY = { name: TOKEN_FAMILY, timeToLive: 86_400 };

/** The control methods for a connection whose writes have tokens: tables have the family of the tokens, which no descriptor shows. */
export function withTokenFamily(controls: AnswersByName): AnswersByName {
  type Method = (...args: readonly unknown[]) => unknown;
  const method = (name: string) => controls[name] as Method;
  const added =
    (name: string) =>
    (like: TableLike, ...others: readonly unknown[]) =>
      method(name)(addFamily(like), ...others);
  return {
    ...controls,
    createTable: added('createTable'),
    ensureTable: added('ensureTable'),
    // It would drop a family that the descriptor does not have.
    modifyTable: added('modifyTable'),
    getDescriptor: async (table: string) => hideFamily((await method('getDescriptor')(table)) as TableDescriptor),
    listTableDescriptors: async (...args: readonly unknown[]) =>
      ((await method('listTableDescriptors')(...args)) as readonly TableDescriptor[]).map(hideFamily),
  };
}

/** A malformed literal stays as it is: it is refused later. */
function addFamily(like: TableLike): TableLike {
  const { families } = like ?? {};
  return Array.isArray(families) ? { ...like, families: [...families, FAMILY] } : like;
}

function hideFamily(table: TableDescriptor): TableDescriptor {
  return { ...table, families: table.families.filter(({ name }) => name !== TOKEN_FAMILY) };
}

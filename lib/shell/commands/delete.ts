import { Delete } from '../../model/delete.js';
import { LATEST_TIMESTAMP } from '../../model/timestamp.js';
import type { Command } from '../command.js';

export const deleteVersion: Command = {
  name: 'delete',
  group: 'dml',
  arity: [3, 5],
  help: `Deletes one version of a column: the version with a given timestamp, or the newest one. Reads then return the older versions:

  delete 't', 'row', 'family:qualifier'
  delete 't', 'row', 'family:qualifier', 1000
  delete 't', 'row', 'family', 1000

The last one deletes that version of every column of the family. For all versions up to a timestamp see help "deleteall".`,
  async run({ connection }, args) {
    args.options().finish();
    const timestamp = args.timestamp(3) ?? LATEST_TIMESTAMP;
    const { family, qualifier } = args.column(2);
    const remove = new Delete(args.bytes(1), timestamp);
    if (qualifier === null) remove.addFamilyVersion(family, timestamp);
    else remove.addColumn(family, qualifier);
    await connection.getTable(args.table()).delete(remove);
  },
};

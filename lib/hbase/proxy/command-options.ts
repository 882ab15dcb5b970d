import { parseArgs } from 'node:util';
import { invalidArgument } from '../../errors.js';

/** The options of the command, as read from its words. */
export interface CommandOptions {
  readonly gateway: string;
  readonly listen: string;
  readonly allowOrigins: readonly string[];
  readonly allowHeaders?: readonly string[];
  readonly hosts: readonly string[];
  readonly readOnly: boolean;
  readonly changeTables: boolean;
  readonly allowCode: boolean;
  readonly tables?: readonly string[];
  readonly maxBodyBytes?: number;
  /** The path of the module with the login hook. */
  readonly loginModule: string | null;
}

export const USAGE: string = `Usage: bigtab hbase-proxy --gateway URL --listen HOST:PORT [options]

Lets web pages use an HBase cluster through its Thrift2 gateway in HTTP mode.

  --gateway URL          address of the gateway, such as http://127.0.0.1:9090/
  --listen HOST:PORT     address of the proxy, such as 127.0.0.1:8095
  --allow-origin ORIGIN  origin of pages that may use it, such as https://app.example.com; may be repeated
  --allow-header NAME    header that pages of other origins may send; may be repeated (default: authorization)
  --host NAME            name under which clients reach the proxy, besides localhost and those of the origins; may be repeated
  --read-only            refuse all writes and changes of tables
  --no-change-tables     refuse to create, alter and delete tables and namespaces
  --allow-code           accept attributes of tables that name code, which HBase's servers then load
  --tables PATTERN       tables that may be used: app, ns:app, app_*, ns:*, or * for all; may be repeated (default: *)
  --max-body MIB         size of the largest request, in MiB (default: 32)
  --login MODULE         path of a module whose default export is the login hook; needed to listen for other machines
  --help                 print this text

Each refused request is reported in a line on the standard error. SIGINT and SIGTERM stop the proxy after the requests in
progress, within 10 seconds; a second signal stops it at once.
`;

const OPTIONS = {
  gateway: { type: 'string' },
  listen: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'allow-header': { type: 'string', multiple: true },
  host: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  'no-change-tables': { type: 'boolean' },
  'allow-code': { type: 'boolean' },
  tables: { type: 'string', multiple: true },
  'max-body': { type: 'string' },
  login: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the words after `hbase-proxy`; null if they ask for help. Throws INVALID_ARGUMENT for words that are not valid. */
export function readCommandOptions(words: readonly string[]): CommandOptions | null {
  const values = parse(words);
  if (values.help === true) return null;
  const { gateway, listen, 'max-body': mebibytes } = values;
  if (gateway === undefined)
    throw invalidArgument(
      "--gateway is missing: the address of HBase's Thrift2 server, such as http://127.0.0.1:9090/",
    );
  if (listen === undefined)
    throw invalidArgument('--listen is missing: the address of the proxy, such as 127.0.0.1:8095');
  const optional = {
    allowHeaders: values['allow-header'],
    tables: values.tables,
    maxBodyBytes: mebibytes === undefined ? undefined : readMebibytes(mebibytes),
  };
  return {
    gateway,
    listen,
    allowOrigins: values['allow-origin'] ?? [],
    hosts: values.host ?? [],
    readOnly: values['read-only'] ?? false,
    changeTables: values['no-change-tables'] !== true,
    allowCode: values['allow-code'] ?? false,
    loginModule: values.login ?? null,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as object),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw invalidArgument((error as Error).message);
  }
}

function readMebibytes(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0) {
    throw invalidArgument(`--max-body is '${text}', and must be a number of MiB above 0, such as 32`);
  }
  return Math.floor(Number(text) * 1024 * 1024);
}

import { BigtabError } from '../../errors.js';
import type { ProxyRequest, ProxyUser } from './proxy-options.js';
import { Refusal } from './refusal.js';
import type { Rights } from './rights.js';
import { flag, type Settings, texts } from './settings.js';
import { readTablePatterns } from './table-pattern.js';

/** Who sends a request, and what they may do. */
export interface KnownUser {
  /** The user as whom HBase runs the calls, or null. */
  readonly user: string | null;
  readonly rights: Rights;
}

/** Names of users in HBase and in Kerberos. Other characters would be ambiguous in a header. */
const USER = /^[\x21-\x7e]{1,256}$/;

/**
 * Asks the login hook. Throws a Refusal with 401 without a login, with 403 if the hook rejects, and with 500 if it
 * resolves to something that is not a ProxyUser.
 */
export async function readUser(request: ProxyRequest, settings: Settings): Promise<KnownUser> {
  const { login, readOnly, changeTables, allowCode, tables } = settings;
  if (login === null) {
    return { user: null, rights: { readOnly, changeTables, allowCode, tables: [tables], decidedByHBase: false } };
  }
  const found = await askLogin(login, request);
  if (found === null || found === undefined) {
    throw new Refusal(401, 'No user is logged in. Log in, or send what the login hook of the proxy expects.');
  }
  try {
    return withOptions(found, settings);
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    throw new Refusal(500, `The login hook of the proxy does not resolve to a user: ${error.message}.`);
  }
}

async function askLogin(login: NonNullable<Settings['login']>, request: ProxyRequest): Promise<ProxyUser | null> {
  try {
    return await login(request);
  } catch (error) {
    // What a hook throws may contain secrets. So only the proxy's log shows it.
    throw new Refusal(403, 'The login hook of the proxy refused the request.', {}, error);
  }
}

function withOptions(found: ProxyUser, { readOnly, changeTables, allowCode, tables }: Settings): KnownUser {
  if (typeof found !== 'object') throw new BigtabError('INVALID_ARGUMENT', `it is a ${typeof found}`);
  const { user } = found;
  if (user !== undefined && !(typeof user === 'string' && USER.test(user))) {
    throw new BigtabError('INVALID_ARGUMENT', 'user must have 1 to 256 characters of ASCII, without spaces');
  }
  const own = found.tables === undefined ? [] : [readTablePatterns(texts(found.tables, 'tables'), 'tables')];
  const rights = {
    readOnly: flag(found.readOnly, 'readOnly', false) || readOnly,
    changeTables: flag(found.changeTables, 'changeTables', true) && changeTables,
    allowCode,
    tables: [tables, ...own],
    decidedByHBase: user !== undefined && own.length === 0,
  };
  return { user: user ?? null, rights };
}

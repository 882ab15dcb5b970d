import { encodeText } from '../../bytes/text.js';
import type { FetchLike } from '../../hbase/gateway.js';
import { decodeReply, encodeCall, type Reply } from '../../hbase/thrift/message.js';
import type { ArgsOf, MethodName } from '../../hbase/thrift/methods.js';
import type { TTableName } from '../../hbase/thrift/structs.js';

/** Sends one call, and returns the answer or the failure in it. Rejects if there is no answer. */
export type SendCall = <M extends MethodName>(method: M, args: ArgsOf<M>) => Promise<Reply<M>>;

/** Sends calls with `fetch` to a gateway at `url`, each once. */
export function callOf(fetch: FetchLike, url = 'http://gateway.invalid/'): SendCall {
  return async (method, args) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-thrift' },
      body: encodeCall(method, args),
      signal: new AbortController().signal,
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return decodeReply(method, new Uint8Array(await response.arrayBuffer()));
  };
}

/** `t` or `ns:t`. */
export function tableOf(name: string): TTableName {
  const at = name.indexOf(':');
  const qualifier = encodeText(name.slice(at + 1));
  return at < 0 ? { qualifier } : { ns: encodeText(name.slice(0, at)), qualifier };
}

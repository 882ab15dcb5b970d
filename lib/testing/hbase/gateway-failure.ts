import { ExceptionKind, type ReplyFailure } from './server-codec.js';

/** An error that the gateway answers a call with. */
export class GatewayFailure extends Error {
  readonly reply: ReplyFailure;

  constructor(reply: ReplyFailure) {
    super(reply.message);
    this.reply = reply;
  }
}

/** What follows the first line of an error in the gateway's answers. */
const STACK = [
  '\tat org.apache.hadoop.hbase.regionserver.RSRpcServices.mutate(RSRpcServices.java:3035)',
  '\tat org.apache.hadoop.hbase.ipc.RpcServer.call(RpcServer.java:443)',
  '\tat org.apache.hadoop.hbase.ipc.RpcHandler.run(RpcHandler.java:85)',
].join('\n');

/** A TIOError with the text that HBase's client has made itself, without a class. */
export function plainError(text: string): GatewayFailure {
  return new GatewayFailure({ kind: 'io', message: text });
}

/** A TIOError with the class of a server's error, its text, and the server's stack. */
export function serverError(className: string, text: string): GatewayFailure {
  return plainError(`${className}: ${text}\n${STACK}`);
}

/**
 * A TIOError of a call that the client has tried several times, because it does not know the server's error. `cause`: the
 * class of the error that the server's error reports.
 */
export function retriedError(text: string, cause?: string): GatewayFailure {
  const causes = cause === undefined ? '' : `Caused by: ${cause}: ${text}\n${STACK}\n`;
  const attempt = `2026-01-01T00:00:00.000Z, RpcRetryingCaller{globalStartTime=2026-01-01T00:00:00.000Z, pause=50, maxAttempts=3}, java.io.IOException: java.io.IOException: ${text}\n${STACK}\n${causes}`;
  return plainError(`Failed after attempts=3, exceptions:\n${attempt.repeat(3)}`);
}

/** A TApplicationException without a reason: an unchecked exception of Java, whose text is only in the gateway's log. */
export function internalError(method: string): GatewayFailure {
  const message = `Internal error processing ${method}`;
  return new GatewayFailure({ kind: 'exception', message, type: ExceptionKind.INTERNAL_ERROR });
}

/** What failed in the actions of a list: HBase's client reports them together, equal errors with their number. */
export function listError(texts: readonly string[], servers: string): GatewayFailure {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const parts = [...counts].map(([text, count]) => `${text}: ${count} time${count === 1 ? '' : 's'}`);
  const actions = `${texts.length} action${texts.length === 1 ? '' : 's'}`;
  return plainError(`Failed ${actions}: ${parts.join(', ')}, servers with issues: ${servers}`);
}

/** An error of a server as it is listed for an action: with its class, its text and its stack. */
export function actionText(className: string, text: string): string {
  return `${className}: ${text}\n${STACK}\n`;
}

import { type HBaseProxy, type StartHBaseProxyOptions, startHBaseProxy } from '../../hbase/proxy/hbase-proxy.js';
import type { ProxyLogEntry } from '../../hbase/proxy/proxy-log.js';
import { PUT, THRIFT } from '../samples/thrift-calls.js';
import { echo, type RecordingGateway, startRecordingGateway } from './recording-gateway.js';
import { type SentAnswer, type SentRequest, sendRequest } from './send-request.js';

export interface StartedProxy {
  readonly gateway: RecordingGateway;
  readonly proxy: HBaseProxy;
  /** What the proxy has logged. */
  readonly entries: readonly ProxyLogEntry[];
  /** Sends a put, unless the request says something else. */
  send(request?: SentRequest): Promise<SentAnswer>;
  close(): Promise<void>;
}

/** Starts a proxy in front of a gateway, which answers with the bytes of each call unless `answer` does something else. */
export async function startProxy(
  options: Partial<StartHBaseProxyOptions> = {},
  answer: typeof echo = echo,
): Promise<StartedProxy> {
  const gateway = await startRecordingGateway(answer);
  const entries: ProxyLogEntry[] = [];
  const proxy = await startHBaseProxy({
    gateway: gateway.url,
    listen: '127.0.0.1:0',
    log: (entry) => entries.push(entry),
    ...options,
  });
  return {
    gateway,
    proxy,
    entries,
    send: (request = {}) =>
      sendRequest(proxy.url, {
        ...(request.method === 'OPTIONS' ? {} : { body: PUT }),
        ...request,
        headers: { ...THRIFT, ...request.headers },
      }),
    close: async () => {
      await proxy.close();
      await gateway.close();
    },
  };
}

import type { ProxyLogEntry } from './proxy-log.js';

/** The part of Node's `IncomingMessage` that a login hook needs; Express passes its own request. */
export interface ProxyRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Node's `ServerResponse`. */
export interface ProxyResponse {
  readonly headersSent: boolean;
  end(): unknown;
}

/** What a user may do, which is never more than the options of the proxy allow. */
export interface ProxyUser {
  /**
   * The user as whom HBase runs the calls. The gateway needs `hbase.thrift.support.proxyuser`, and the cluster must allow
   * its user to do so (`hadoop.proxyuser.NAME.hosts` and `.groups`). Default: the gateway's own user.
   */
  readonly user?: string | undefined;
  /** Whether the user may only read. */
  readonly readOnly?: boolean | undefined;
  /** False if the user may not create, alter or delete tables and namespaces. */
  readonly changeTables?: boolean | undefined;
  /**
   * Patterns of the tables that the user may use, as in the proxy's options. Default: all that the options allow; with `user`,
   * HBase decides, and scanners with numbers are refused unless this contains `*`.
   */
  readonly tables?: readonly string[] | undefined;
}

/** Options of `createHBaseProxy`. */
export interface HBaseProxyOptions {
  /** The address of HBase's Thrift2 server in HTTP mode, such as `http://127.0.0.1:9090/`. */
  readonly gateway: string;
  /**
   * Origins of pages that may use the proxy, such as `https://app.example.com`. A page that the same server serves to this
   * machine needs no entry. Default: none.
   */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Headers that pages of other origins may send, besides `content-type`. Default: `authorization`. */
  readonly allowHeaders?: readonly string[] | undefined;
  /**
   * Names under which clients reach the proxy, besides `localhost`, its own address and the names in `allowOrigins`. A request for
   * another name is refused, because any name can be made to lead to this machine.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Whether only reads are allowed. Default: false. */
  readonly readOnly?: boolean | undefined;
  /**
   * Whether tables and namespaces may be created, altered, disabled, truncated and deleted, which is a right over the
   * cluster: a table with bad attributes can keep its servers busy. Default: true.
   */
  readonly changeTables?: boolean | undefined;
  /**
   * Whether attributes of tables and families may name code: coprocessors, policies and other classes or files, which region
   * servers load with rights to all tables. Applies to every user. Default: false.
   */
  readonly allowCode?: boolean | undefined;
  /**
   * Patterns of the tables that may be used: `app`, `ns:app`, `app_*`, `ns:*`, or `*` for all tables. Tables of the
   * namespace `hbase` need a pattern that begins with `hbase:`. Default: `*`.
   */
  readonly tables?: readonly string[] | undefined;
  /** The size of the largest request, in bytes. Default: 32 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** How long a call may take until the last byte of its answer is sent, in ms. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Identifies the user of a request: resolves to the user's rights, or to null without a login, which the client sees as the
   * status 401. If it rejects, the status is 403. Without it, only connections from this machine are accepted.
   */
  readonly login?: ((request: ProxyRequest) => Promise<ProxyUser | null>) | undefined;
  /** Is called after each request. */
  readonly log?: ((entry: ProxyLogEntry) => void) | undefined;
}

/** Options of `startHBaseProxy`. */
export interface StartHBaseProxyOptions extends HBaseProxyOptions {
  /** `HOST:PORT`, such as `127.0.0.1:8095`; port 0 is any free one. Other machines can only be served with `login`. */
  readonly listen: string;
}

/** A running proxy. */
export interface HBaseProxy {
  /** Its address, such as `http://127.0.0.1:8095/`. */
  readonly url: string;
  /**
   * Accepts no more requests, and resolves when those in progress are answered. After 8 seconds it closes the connections of
   * those that are not.
   */
  close(): Promise<void>;
}

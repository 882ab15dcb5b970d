/** One end of a broadcast channel. It receives what the other ends post, but not its own messages. */
export interface Channel {
  /** Never throws; does nothing after `close`. */
  post(message: unknown): void;
  close(): void;
}

/** Opens the channel `name`, and passes to `hear` what arrives from then on. */
export type OpenChannel = (name: string, hear: (message: unknown) => void) => Channel;

/** The part of a browser's MessagePort that Bigtab uses. It starts when `onmessage` is set. */
export interface PortLike {
  onmessage: ((event: { readonly data: unknown; readonly ports?: readonly PortLike[] }) => void) | null;
  postMessage(message: unknown, transfer?: readonly PortLike[]): void;
  close(): void;
}

/**
 * Requests a port from the session `client` to the leader's worker. It may never come. The returned function ends the
 * request.
 */
export type SeekPort = (client: string, use: (port: PortLike) => void) => () => void;

/** The channel of a database that all its tabs share. */
export function controlChannel(database: string): string {
  return `bigtab:${database}`;
}

/** The channel of one session, so that no other tab receives its packets. */
export function sessionChannel(database: string, client: string): string {
  return `bigtab:${database}:${client}`;
}

/** The lock of the page that leads. */
export function leaderLock(database: string): string {
  return `bigtab:${database}:leader`;
}

/** The lock that the page of a session holds until it ends. */
export function clientLock(database: string, client: string): string {
  return `bigtab:${database}:client:${client}`;
}

import { decodeText, encodeText } from '../bytes/text.js';
import type { Clock } from '../clock.js';
import { PROTOCOL_VERSION } from '../service/client-service.js';
import { type Envelope, makeEnvelope } from './envelope.js';
import { controlChannel, type OpenChannel } from './tab-platform.js';

/**
 * Why the connections of other tabs should close: a newer build of the package needs the database, an upgrade runs, the
 * database is to be deleted, or another tab connects with options that must be the same in all tabs.
 */
export type ChangeReason = 'build' | 'upgrade' | 'delete' | 'options';

const REASONS: readonly ChangeReason[] = ['build', 'upgrade', 'delete', 'options'];
/** A tab that was still connecting hears a repeated request. */
const REPEAT_MS = 1_000;

/** A request of one tab to all others; `id` is its name, by which a repetition is recognized. */
export function makeChangeRequest(reason: ChangeReason, protocol: number, id: string): Envelope {
  return makeEnvelope({ type: 'change', protocol, epoch: 0, client: id, bytes: encodeText(reason) });
}

/** The reason of a request; null if this build does not know it. */
export function reasonOf({ bytes }: Envelope): ChangeReason | null {
  const reason = bytes === null ? '' : decodeText(bytes);
  return REASONS.find((known) => known === reason) ?? null;
}

/** Asks all tabs to close the database, again and again until the returned function is called. */
export function askToClose(
  reason: ChangeReason,
  database: string,
  { openChannel, clock, uniqueName }: RequestPlatform,
): () => void {
  const channel = openChannel(controlChannel(database), () => {});
  const request = makeChangeRequest(reason, PROTOCOL_VERSION, uniqueName());
  let cancel = () => {};
  const ask = () => {
    channel.post(request);
    cancel = clock.after(REPEAT_MS, ask);
  };
  ask();
  return () => {
    cancel();
    channel.close();
  };
}

export interface RequestPlatform {
  readonly openChannel: OpenChannel;
  readonly clock: Clock;
  uniqueName(): string;
}

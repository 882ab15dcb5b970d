import { BigtabError } from '../../errors.js';
import { Operation } from '../../service/client-service.js';
import { readControl } from '../../service/control-codec.js';
import type { ControlRequest } from '../../service/control-methods.js';
import type { RequestCall, RequestPacket } from '../../service/packet-codec.js';
import { dependsOnVersion } from './held-calls.js';
import type { OpenPacket } from './open-packets.js';

/** A control request, or the error of one that cannot be read. */
export type Control = ControlRequest | BigtabError;

/** A packet whose control requests are parsed once, however long they wait. */
export interface Packet extends OpenPacket {
  readonly controls: ReadonlyMap<RequestCall, Control>;
}

/** Whether the packet waits while another connection's upgrade runs. */
export function dependsOnTables({ calls, controls }: Packet): boolean {
  return calls.some((call) => {
    const control = controls.get(call);
    if (BigtabError.is(control)) return false;
    return dependsOnVersion(call.operation, control?.method);
  });
}

export function withControls(packet: RequestPacket): Packet {
  const controls = new Map<RequestCall, Control>();
  for (const call of packet.calls) if (isControl(call)) controls.set(call, controlOf(call));
  return { ...packet, controls, isRest: false };
}

function controlOf({ payload }: RequestCall): Control {
  try {
    return readControl(payload);
  } catch (error) {
    // `readControl` throws nothing else.
    return error as BigtabError;
  }
}

export function isControl({ operation }: RequestCall): boolean {
  return operation === Operation.Control;
}

import type { Connection } from '../client/connection.js';
import type { StatusReport } from '../model/status-report.js';
import type { Store } from './watch-store.js';

/** The status of a connection; null until it is known, and without a connection. Keeps the last one after `close`. */
export function statusStore(connection: Connection | null | undefined): Store<StatusReport | null> {
  let status: StatusReport | null = null;
  return {
    subscribe(listener) {
      let wanted = true;
      const set = (next: StatusReport) => {
        status = next;
        if (wanted) listener();
      };
      const hear = (event: { readonly status: StatusReport }) => set(event.status);
      connection?.addEventListener('status', hear);
      connection?.status().then(set, () => {});
      return () => {
        wanted = false;
        connection?.removeEventListener('status', hear);
      };
    },
    getSnapshot: () => status,
  };
}

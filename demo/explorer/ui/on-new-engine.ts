import type { Connection, ConnectionEvents } from 'bigtab';

/**
 * Calls `listener` whenever the connection has found an engine again, because changes may have been missed before.
 * Returns a function that ends this.
 */
export function onNewEngine(connection: Connection, listener: () => void): () => void {
  const onRole = ({ role }: ConnectionEvents['role']) => {
    if (role !== 'seeking') listener();
  };
  connection.addEventListener('role', onRole);
  return () => connection.removeEventListener('role', onRole);
}

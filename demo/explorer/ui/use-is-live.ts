import type { Connection } from 'bigtab';
import { useEffect, useState } from 'preact/hooks';

/** Whether a connection still has its worker. If not, a new connection is being opened. */
export function useIsLive(connection: Connection): boolean {
  const [lost, setLost] = useState<Connection | null>(null);
  useEffect(() => {
    const onLost = () => setLost(connection);
    connection.addEventListener('lost', onLost);
    return () => connection.removeEventListener('lost', onLost);
  }, [connection]);
  return lost !== connection;
}

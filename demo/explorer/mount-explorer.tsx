import type { Connection } from 'bigtab';
import { render } from 'preact';
import './ui/base.css';
import './frame/frame.css';
import { Explorer } from './frame/explorer.js';
import { LiveConnection } from './frame/live-connection.js';
import { AddressPlace } from './frame/place.js';
import { Notices } from './ui/notices.js';

export interface ExplorerOptions {
  /** Ends the worker of the connection. Without this function, the explorer has no button for it. */
  readonly killWorker?: () => void;
  /** Opens the database again after its worker has ended. Without it, the explorer asks the user to reload the page. */
  readonly reconnect?: () => Promise<Connection>;
  /** The address of the guide, for a link in the menu. */
  readonly guide?: string;
}

/** Mounts the explorer in `element`. Unmounting it leaves the connection open. */
export function mountExplorer(
  element: HTMLElement,
  connection: Connection,
  options: ExplorerOptions = {},
): { unmount(): void } {
  const notices = new Notices();
  const live = new LiveConnection(connection, options.reconnect, (error) => notices.fail(error));
  const address = new AddressPlace();
  const { killWorker, guide } = options;
  const kill =
    killWorker &&
    (() => {
      void live.expectEnd();
      killWorker();
    });
  render(
    <Explorer live={live} notices={notices} address={address} onKill={kill ?? null} guide={guide ?? null} />,
    element,
  );
  return {
    unmount: () => {
      render(null, element);
      live.release();
      address.release();
    },
  };
}

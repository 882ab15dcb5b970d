import type { OpenChannel } from './tab-platform.js';

/** Opens channels of the browser. */
export const openBroadcast: OpenChannel = (name, hear) => {
  const channel = new BroadcastChannel(name);
  let isOpen = true;
  channel.onmessage = ({ data }) => hear(data);
  return {
    // A closed BroadcastChannel throws.
    post: (message) => {
      if (isOpen) channel.postMessage(message);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
};

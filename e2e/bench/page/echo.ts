// A worker that does nothing but answer.
addEventListener('message', ({ data }) => postMessage(data));

// A worker that only answers.
addEventListener('message', ({ data }) => postMessage(data));

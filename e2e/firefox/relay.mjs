#!/usr/bin/env node
// Starts Firefox (the program that the variable FIREFOX names) with the given arguments, and relays its WebDriver BiDi
// connection to Playwright. It changes one message: Playwright sets media features on every start, and a stock Firefox
// refuses that command as unknown. Nothing here depends on it, so the refusal becomes a success.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const ANNOUNCED = /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/;
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const { FIREFOX = '', ...env } = process.env;
// Playwright sets this. With it, the end of one tab's process ends the whole browser.
delete env.MOZ_CRASHREPORTER_SHUTDOWN;
const firefox = spawn(FIREFOX, process.argv.slice(2), { env, stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

let log = '';
firefox.stderr.setEncoding('utf8').on('data', (text) => {
  const lines = (log + text).split('\n');
  log = lines.pop() ?? '';
  for (const line of lines) {
    const port = ANNOUNCED.exec(line)?.[1];
    if (port === undefined) console.error(line);
    else relayTo(Number(port));
  }
});

function relayTo(port) {
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    for (const socket of [client, target]) socket.on('error', () => undefined);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    // Firefox refuses a request that names another port than its own.
    client.once('data', (request) => {
      target.write(request.toString('latin1').replace(/^Host: .*$/im, `Host: 127.0.0.1:${port}`), 'latin1');
      client.pipe(target);
    });
    let waiting = Buffer.alloc(0);
    let upgraded = false;
    target.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      if (!upgraded) {
        const end = waiting.indexOf('\r\n\r\n');
        if (end < 0) return;
        upgraded = true;
        client.write(waiting.subarray(0, end + 4));
        waiting = waiting.subarray(end + 4);
      }
      for (let size = frameSize(waiting); size <= waiting.length; size = frameSize(waiting)) {
        client.write(forgiven(waiting.subarray(0, size)));
        waiting = waiting.subarray(size);
      }
    });
  });
  server.listen(0, '127.0.0.1', () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  );
}

/** The size of the WebSocket frame at the start of `bytes`; infinite if its header is not complete. */
function frameSize(bytes) {
  if (bytes.length < 2) return Number.POSITIVE_INFINITY;
  const short = bytes[1] & 0x7f;
  if (short < 126) return 2 + short;
  if (bytes.length < 10) return Number.POSITIVE_INFINITY;
  return short === 126 ? 4 + bytes.readUInt16BE(2) : 10 + Number(bytes.readBigUInt64BE(2));
}

/** A server's frame is not masked, so its text can be read as it is. */
function forgiven(frame) {
  if (frame.length > 4_096 || !frame.includes('unknown command') || !frame.includes(UNKNOWN)) return frame;
  const text = frame.toString('utf8', frame.indexOf('{'));
  const answer = Buffer.from(JSON.stringify({ type: 'success', id: JSON.parse(text).id, result: {} }));
  return Buffer.concat([Buffer.from([0x81, answer.length]), answer]);
}

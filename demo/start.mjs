// npm start: serves the page on loopback, from the sources, and prints its address.
import { createServer } from 'vite';

const port = process.env.PORT === undefined ? undefined : Number(process.env.PORT);
const server = await createServer({ server: port === undefined ? {} : { port, strictPort: true } });
await server.listen();
server.printUrls();

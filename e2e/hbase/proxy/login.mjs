// The login hook of the proxy: the server in front of it has checked the password, and sends the user's name in this header.
// No other machine can send one, because the proxy listens on this machine only.
export default async function login({ headers }) {
  const user = headers['x-remote-user'];
  return user ? { user, tables: ['app_*'] } : null;
}

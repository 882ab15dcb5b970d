// The login hook of the proxy: the server in front of it has checked the password, and says who the user is. Nobody else can
// say so, because the proxy listens on this machine only.
export default async function login({ headers }) {
  const user = headers['x-remote-user'];
  return user ? { user, tables: ['app_*'] } : null;
}

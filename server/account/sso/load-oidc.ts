/**
 * Loads the library for OpenID Connect, at the first sign-in of a workspace with an issuer of its own: most processes never
 * need it. Nobody can cause it without such a connection.
 */
export async function loadOidc() {
  return import('openid-client')
}

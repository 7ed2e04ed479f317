/** The algorithms of keys that are accepted: ES256, EdDSA and RS256, which all authenticators have one of. */
export const ALGORITHMS = [-7, -8, -257]

/**
 * Loads the library that verifies passkeys. It takes a third of a second and 30 MB, which most processes never need.
 */
export async function loadWebAuthn() {
  return import('@simplewebauthn/server')
}

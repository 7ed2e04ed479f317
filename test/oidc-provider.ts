import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Provider } from 'oidc-provider'

/**
 * Starts a real OpenID Connect issuer on loopback, with its own pages for signing in: the user's name is the local part of
 * an address of `domain`, any password is accepted. It is closed after the file's tests.
 */
export async function startOidcProvider(client: {
  id: string
  secret: string
  redirectUri: string
  domain: string
}): Promise<{ url: string }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@${client.domain}`,
        email_verified: true,
        name: 'Ravi Kumar',
      }),
    }),
    cookies: { keys: ['a key for the cookies of the issuer'] },
    pkce: { required: () => true },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return { url }
}

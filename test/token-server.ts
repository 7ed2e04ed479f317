import { after } from 'node:test'
import { startReceiver } from './receiver.ts'
import type { Receiver, Respond } from './receiver.ts'

/** An OAuth 2 authorization server on loopback; `issued` are its tokens, the oldest first. */
type TokenServer = Receiver & { issued: string[]; clientId: string; clientSecret: string }

/**
 * Starts an authorization server that issues a new bearer token for each request with the right credentials. Without
 * `lifetime`, in seconds, its answers name none. It is closed after the file's tests.
 */
export async function startTokenServer(lifetime?: number | string): Promise<TokenServer> {
  const issued: string[] = []
  // Characters that HTTP Basic would read wrongly without the encoding of RFC 6749.
  const clientId = 'parley:hooks'
  const clientSecret = 'client secret+4f9a:%&='
  const respond: Respond = (request, response) => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ')
    const [id, secret] = Buffer.from(credentials, 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    const form = new URLSearchParams(request.body.toString())
    const isKnown = scheme === 'Basic' && id === clientId && secret === clientSecret
    response.setHeader('content-type', 'application/json')
    if (!isKnown || form.get('grant_type') !== 'client_credentials') {
      response.statusCode = 401
      response.end(JSON.stringify({ error: 'invalid_client', client_secret: secret }))
      return
    }
    issued.push(`access-token-${issued.length + 1}`)
    response.end(
      JSON.stringify({
        access_token: issued.at(-1),
        token_type: 'Bearer',
        ...(lifetime !== undefined && { expires_in: lifetime }),
      }),
    )
  }
  const server = await startReceiver(respond)
  after(() => server.close())
  return { ...server, issued, clientId, clientSecret }
}

/** Returns the OAuth client of an endpoint that a token server accepts. */
export function clientOf(server: TokenServer) {
  const { url, clientId, clientSecret } = server
  return { token_url: `${url}/token`, client_id: clientId, client_secret: clientSecret }
}

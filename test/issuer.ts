import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A parsed request to the token endpoint, or the query of an authorization request. */
type Params = Record<string, string>

/** An issuer that can lie. `claims` are added to each ID token; a claim of undefined is left out. */
type TestIssuer = {
  url: string
  claims: Record<string, unknown>
  /** Changes the answer before it is sent. */
  answer: {
    iss?: string
    state?: string
    redirect?: string
    error?: string
    tokenError?: string
  }
  /** The key that signs the tokens instead of the published one. */
  usesOtherKey: boolean
  requests: { authorize: Params[]; token: Params[] }
  /** Runs before the issuer answers a request for its metadata or for tokens. */
  meanwhile: { metadata?: () => Promise<unknown>; token?: () => Promise<unknown> }
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Starts an OpenID Connect issuer on loopback that signs everybody in at once, as `claims` say, and checks PKCE and the
 * single use of codes. It is closed after the file's tests.
 */
export async function startIssuer(claims: Record<string, unknown> = {}): Promise<TestIssuer> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Params>()
  const server = createServer((request, response) => void respond(request, response))
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, issuer.url)
    const params = Object.fromEntries(url.searchParams)
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (issuer.answer.redirect !== undefined) {
      response.writeHead(302, { location: issuer.answer.redirect }).end()
    } else if (url.pathname === '/.well-known/openid-configuration') {
      await issuer.meanwhile.metadata?.()
      json(200, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    } else if (url.pathname === '/jwks')
      json(200, {
        keys: [
          { ...published.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' },
        ],
      })
    else if (url.pathname === '/authorize') {
      issuer.requests.authorize.push(params)
      const code = randomUUID()
      codes.set(code, params)
      const back = new URL(params['redirect_uri']!)
      if (issuer.answer.error === undefined) back.searchParams.set('code', code)
      else back.searchParams.set('error', issuer.answer.error)
      back.searchParams.set('state', issuer.answer.state ?? params['state']!)
      back.searchParams.set('iss', issuer.answer.iss ?? issuer.url)
      response.writeHead(303, { location: back.href }).end()
    } else if (url.pathname === '/token') {
      const body = Object.fromEntries(new URLSearchParams(await readText(request)))
      issuer.requests.token.push(body)
      await issuer.meanwhile.token?.()
      if (issuer.answer.tokenError !== undefined)
        return json(400, { error: issuer.answer.tokenError })
      const asked = codes.get(body['code'] ?? '')
      codes.delete(body['code'] ?? '')
      const challenge = createHash('sha256')
        .update(body['code_verifier'] ?? '')
        .digest('base64url')
      if (!asked || asked['code_challenge'] !== challenge)
        return json(400, { error: 'invalid_grant' })
      const now = Math.floor(Date.now() / 1000)
      const token = `${base64url({ alg: 'RS256', kid: '1' })}.${base64url({
        iss: issuer.url,
        aud: asked['client_id'],
        nonce: asked['nonce'],
        iat: now,
        exp: now + 300,
        ...issuer.claims,
      })}`
      const { privateKey } = issuer.usesOtherKey ? other : published
      const signature = sign('sha256', Buffer.from(token), privateKey).toString('base64url')
      return json(200, {
        access_token: 'access',
        token_type: 'Bearer',
        id_token: `${token}.${signature}`,
      })
    } else json(404, {})
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${port}`,
    claims,
    answer: {},
    usesOtherKey: false,
    requests: { authorize: [], token: [] },
    meanwhile: {},
  }
  return issuer
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

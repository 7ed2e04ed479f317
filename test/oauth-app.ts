import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { Call } from './app.ts'
import type { Answer } from './answer.ts'

/** The address to which the browser returns after an app asked for access. */
export const REDIRECT_URI = 'http://localhost:7777/callback'

/** A member who answers the requests of apps. */
export type TestMember = { headers: Record<string, string>; workspaceId: string }

/** An app that keeps everything in memory, as the official client package wants it. */
export class TestAppProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URI
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Test assistant',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  readonly clientMetadataUrl?: string
  authorizationUrl: URL | undefined
  stateOfApp = 'the state of the app'
  saved: StoredOAuthTokens | undefined
  #client: StoredOAuthClientInformation | undefined
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
  }

  state = () => this.stateOfApp
  clientInformation = () => this.#client
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client)
  tokens = () => this.saved
  saveTokens = (tokens: StoredOAuthTokens) => void (this.saved = tokens)
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovery
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovery = state)
}

/** Returns a `fetch` that sends what goes to `publicUrl` to several servers in turn. */
export function fetchInTurn(publicUrl: string, urls: readonly string[]): typeof fetch {
  let count = 0
  return (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const to = url.startsWith(publicUrl)
      ? urls[count++ % urls.length] + url.slice(publicUrl.length)
      : url
    return fetch(to, init)
  }
}

/** Connects the official client as an app; `answer` is the member's answer when the app leads the browser to us. */
export async function connectApp(
  publicUrl: string,
  provider: TestAppProvider,
  options: { fetch: typeof fetch; answer: (url: URL) => Promise<string>; version?: string },
): Promise<Client> {
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), {
      authProvider: provider,
      fetch: options.fetch,
    })
  const { version } = options
  const create = () =>
    new Client(
      { name: 'test', version: '1.0.0' },
      version === undefined ? {} : { versionNegotiation: { mode: { pin: version } } },
    )
  const first = open()
  await assert.rejects(create().connect(first), UnauthorizedError)
  const returned = new URL(await options.answer(provider.authorizationUrl!))
  assert.equal(returned.searchParams.get('state'), provider.state())
  await first.finishAuth(returned.searchParams)
  const client = create()
  await client.connect(open())
  return client
}

/** Answers the request of an app as a member: gives the scopes, or refuses if they are empty. */
export function answerApp(
  call: Call,
  member: TestMember,
  query: string,
  scopes: string[],
): Promise<Answer> {
  return call('POST /api/app/authorization', {
    headers: member.headers,
    body: { query, scopes, workspace_id: member.workspaceId },
  })
}

/** An app without a package: what it sends, and how it sends it. */
export type RawApp = {
  clientId: string
  verifier: string
  /** Returns the query with which the app leads the browser to us, with changed parameters; undefined leaves one out. */
  query: (changes?: Record<string, string | undefined>) => string
  /** Asks for access as a member who gives `scopes`, and returns the code. */
  getCode: (member: TestMember, scopes: string[]) => Promise<string>
  /** Sends a form to the token endpoint; `changes` as for `query`. */
  exchange: (code: string, changes?: Record<string, string | undefined>) => Promise<Answer>
  refresh: (token: string, changes?: Record<string, string | undefined>) => Promise<Answer>
  revoke: (token: string) => Promise<Answer>
}

/** Registers an app and returns how it asks for access. */
export async function registerApp(call: Call, name = 'Raw app'): Promise<RawApp> {
  const { status, body, text } = await call('POST /oauth/register', {
    body: { client_name: name, redirect_uris: [REDIRECT_URI] },
  })
  assert.equal(status, 201, text)
  return createApp(call, body.client_id as string)
}

/** Returns how the app with a client id asks for access. */
function createApp(call: Call, clientId: string): RawApp {
  const verifier = randomBytes(32).toString('base64url')
  const send = (path: string, fields: Record<string, string | undefined>) =>
    call(`POST ${path}`, {
      body: toForm(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const query: RawApp['query'] = (changes = {}) =>
    toForm({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'xyz',
      scope: 'contacts:read chats:read messages:read webhooks:read messages:draft messages:write',
      ...changes,
    })
  return {
    clientId,
    verifier,
    query,
    async getCode(member, scopes) {
      const answer = await answerApp(call, member, query(), scopes)
      assert.equal(answer.status, 200, answer.text)
      return new URL(answer.body.return_url as string).searchParams.get('code')!
    },
    exchange: (code, changes = {}) =>
      send('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        code_verifier: verifier,
        redirect_uri: REDIRECT_URI,
        ...changes,
      }),
    refresh: (token, changes = {}) =>
      send('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...changes,
      }),
    revoke: (token) => send('/oauth/revoke', { client_id: clientId, token }),
  }
}

function toForm(fields: Record<string, string | undefined>): string {
  return new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
}

import type { WithClock, WithConfig } from '#db/context.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'
import { createSafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { readName, refuseApp } from './client.ts'
import type { Client } from './client.ts'
import { isRedirectUri } from './is-redirect-uri.ts'
import { readRegisteredClient } from './register-client.ts'

/** Finds programs by their client ids. `close` closes the connections that are kept alive. */
export type ClientFinder = {
  /** Returns the program with this client id. @throws {AppError} app_refused */
  find: (id: string) => Promise<Client>
  close: () => Promise<void>
}

/** A document in memory, until a time in ms; `found` is missing only while the entry is created. */
type Entry = { until: number; found?: Promise<Client> }

const REQUEST_MS = 5_000
/** Source: draft-ietf-oauth-client-id-metadata-document-00 §6.6, which recommends 5 KB; some are longer. */
const DOCUMENT_BYTES_MAX = 16 * 1024
const URL_CHARACTERS_MAX = 500
const CACHED_MAX = 1_000
const CACHE_SECONDS = { default: 300, max: 3_600 }
const REDIRECT_URIS_MAX = 50

/**
 * Creates a finder. A client id that is an address names a document that describes the program; any other one must be signed
 * by us. Anyone can name an address, so it obeys the rules for URLs of customers, needs TLS, has a deadline and a size limit,
 * and no redirect is followed. Documents are kept in memory for at most an hour, errors are not.
 */
export function createClientFinder(context: WithConfig & WithClock): ClientFinder {
  const { clock } = context
  const client = createSafeFetch(customerUrlRules(context.config))
  const cached = new Map<string, Entry>()

  async function read(id: string, entry: Entry): Promise<Client> {
    const { host } = new URL(id)
    const response = await client.fetch({
      url: id,
      method: 'GET',
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      timeoutMs: REQUEST_MS,
      responseBytesMax: DOCUMENT_BYTES_MAX,
    })
    if (!response.ok)
      throw refuseApp(`The description of the app cannot be read. ${response.message}`)
    if (response.status !== 200)
      throw refuseApp(
        `The description of the app cannot be read: ${host} answered ${response.status}.`,
      )
    if (response.truncated) throw refuseApp('The description of the app is too large.')
    entry.until = clock.now().getTime() + cacheSeconds(response.headers['cache-control']) * 1_000
    return { ...readDocument(id, response.body.toString('utf8')), id, host }
  }

  return {
    async find(id) {
      if (!/^https?:/i.test(id)) return readRegisteredClient(context, id)
      checkAddress(id)
      const now = clock.now().getTime()
      const known = cached.get(id)
      if (known?.found && known.until > now) return known.found
      const entry: Entry = { until: now + REQUEST_MS }
      const found = (entry.found = read(id, entry))
      cached.delete(id)
      cached.set(id, entry)
      const [oldest] = cached.keys()
      if (cached.size > CACHED_MAX && oldest !== undefined) cached.delete(oldest)
      try {
        return await found
      } catch (err) {
        if (cached.get(id) === entry) cached.delete(id)
        throw err
      }
    },
    close: () => client.close(),
  }
}

/** Refuses an address that cannot be a client id. Source: draft-ietf-oauth-client-id-metadata-document-00 §3. */
function checkAddress(id: string): void {
  const url = id.length <= URL_CHARACTERS_MAX ? URL.parse(id) : null
  const isPlain =
    url?.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    !id.includes('#') &&
    !url.username &&
    !url.password
  if (!isPlain)
    throw refuseApp(
      'The client id of the app must be an https address with a path, in its shortest form.',
    )
}

function readDocument(id: string, text: string): Pick<Client, 'name' | 'redirectUris'> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw refuseApp('The description of the app is not JSON.')
  }
  if (typeof document !== 'object' || document === null)
    throw refuseApp('The description of the app is not a JSON object.')
  const { client_id, client_name, redirect_uris, ...rest } = document as Record<string, unknown>
  if (client_id !== id) throw refuseApp('The description of the app names another client id.')
  const name = readName(client_name)
  if (name === undefined) throw refuseApp('The description of the app has no name.')
  // A program that claims to prove who it is must not be impersonated by another that does not.
  if ((rest['token_endpoint_auth_method'] ?? 'none') !== 'none')
    throw refuseApp('The app uses a way to authenticate that is not supported.')
  // Addresses that are not allowed here, such as other schemes, may be meant for other servers.
  const redirectUris = Array.isArray(redirect_uris)
    ? redirect_uris.slice(0, REDIRECT_URIS_MAX).filter(isRedirectUri)
    : []
  return { name, redirectUris }
}

/** Returns how long a document may be kept, in seconds. Source: RFC 9111 §5.2.2. */
function cacheSeconds(header: string | undefined): number {
  if (/\bno-(store|cache)\b/i.test(header ?? '')) return 0
  const age = /\bmax-age=(\d{1,9})\b/i.exec(header ?? '')?.[1]
  return Math.min(age === undefined ? CACHE_SECONDS.default : Number(age), CACHE_SECONDS.max)
}

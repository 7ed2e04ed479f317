import { createHash } from 'node:crypto'
import { request } from 'undici'
import type { Dispatcher } from 'undici'
import { META_GRAPH_URL } from '#lib/settings/config.ts'
import { withDeadline } from '#lib/pacing/with-deadline.ts'
import { MediaFailure } from '../media-failure.ts'
import type { ClientOptions, PlatformClient, WantedMedia } from '../platform-client.ts'
import { mayCarryToken } from './may-carry-token.ts'

/** Largest file of any type. Source: Cloud API, "Media: supported types" (documents). */
const BYTES_MAX = 100 * 1024 * 1024
const TIMEOUT_MS = 120_000
const ANSWER_BYTES_MAX = 64 * 1024

type Place = { url: string; mimeType?: string; sha256?: string }

/**
 * Creates the downloader of customers' files from the Graph API at `graphUrl`. Only its host and the platform's own
 * hosts get the token, whatever URL a payload names; redirects are not followed. A URL is valid for minutes: an
 * expired one is requested again by the file's id. Source: Cloud API, "Media".
 */
export function createMediaFetcher({
  config: { graphUrl = META_GRAPH_URL },
  agent,
  mediaBytesMax: bytesMax = BYTES_MAX,
}: ClientOptions): PlatformClient['fetchMedia'] {
  async function get(
    url: string,
    signal: AbortSignal,
    accessToken?: string,
  ): Promise<Dispatcher.ResponseData> {
    try {
      return await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          'user-agent': 'Parley/1',
          ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        },
      })
    } catch (cause) {
      throw new MediaFailure('unreachable', { cause })
    }
  }

  async function resolve(
    { account, accessToken, platformMediaId }: WantedMedia,
    signal: AbortSignal,
  ): Promise<Place> {
    if (platformMediaId === null) throw new MediaFailure('expired', { isFinal: true })
    if (accessToken === undefined) throw new MediaFailure('no_access_token')
    const id = encodeURIComponent(platformMediaId)
    const url = `${graphUrl}/${id}?phone_number_id=${encodeURIComponent(account)}`
    if (!mayCarryToken(url, graphUrl, accessToken)) throw new MediaFailure('simulator_token')
    const response = await get(url, signal, accessToken)
    const answer = (await readJson(response)) as Record<string, unknown> | undefined
    if (response.statusCode === 401 || response.statusCode === 403)
      throw new MediaFailure('token_refused')
    // An object that is not there is a 400. Source: Cloud API, "Error codes" (100, subcode 33).
    if (response.statusCode === 400 || response.statusCode === 404)
      throw new MediaFailure('gone', { isFinal: true })
    const { url: place, mime_type: mimeType, sha256 } = answer ?? {}
    if (response.statusCode !== 200 || typeof place !== 'string')
      throw new MediaFailure(`http_${response.statusCode}`)
    return {
      url: place,
      ...(typeof mimeType === 'string' && { mimeType }),
      ...(typeof sha256 === 'string' && { sha256 }),
    }
  }

  /** Requests a URL; undefined when it has expired. */
  async function open(url: string, wanted: WantedMedia, signal: AbortSignal) {
    const { accessToken } = wanted
    if (!mayCarryToken(url, graphUrl, accessToken))
      throw new MediaFailure('host_not_allowed', { isFinal: true })
    // URLs of pages' files need no token.
    const response = await get(
      url,
      signal,
      wanted.platformMediaId === null ? undefined : accessToken,
    )
    if (response.statusCode === 200) return response
    response.body.on('error', () => undefined).destroy()
    if ([401, 403, 404, 410].includes(response.statusCode)) return undefined
    throw new MediaFailure(`http_${response.statusCode}`)
  }

  return async (wanted, keep) => {
    const download = (place: Place) =>
      withDeadline(TIMEOUT_MS, async (signal) => {
        const response = await open(place.url, wanted, signal)
        if (!response) return undefined
        const expected = toDigest(place.sha256) ?? toDigest(wanted.expectedSha256)
        const checked = check(response, expected, bytesMax)
        await keep(checked.bytes)
        const given = response.headers['content-type']
        const fallback = typeof given === 'string' ? given.slice(0, 200) : undefined
        return { mimeType: place.mimeType ?? fallback, ...checked.result() }
      })
    const found = wanted.url === null ? undefined : await download({ url: wanted.url })
    if (found) return found
    const place = await withDeadline(TIMEOUT_MS, (signal) => resolve(wanted, signal))
    const fetched = await download(place)
    if (!fetched) throw new MediaFailure('expired')
    return fetched
  }
}

/** Returns the bytes of a response; they end in an error when they are too many or have the wrong hash. */
function check(response: Dispatcher.ResponseData, expected: Buffer | undefined, bytesMax: number) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let digest: Buffer | undefined
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const named = Number(response.headers['content-length'])
    if (named > bytesMax) {
      response.body.on('error', () => undefined).destroy()
      throw new MediaFailure('too_large', { isFinal: true })
    }
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        sizeBytes += chunk.length
        if (sizeBytes > bytesMax) throw new MediaFailure('too_large', { isFinal: true })
        hash.update(chunk)
        yield chunk
      }
    } catch (cause) {
      throw cause instanceof MediaFailure ? cause : new MediaFailure('connection_lost', { cause })
    }
    digest = hash.digest()
    if (expected && !digest.equals(expected)) throw new MediaFailure('wrong_hash')
  }
  return { bytes: bytes(), result: () => ({ sizeBytes, sha256: digest!.toString('hex') }) }
}

/** Returns the bytes of a SHA-256 that is written in base64, or in hexadecimal as histories do. */
function toDigest(text: string | null | undefined): Buffer | undefined {
  if (!text) return undefined
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  return bytes.length === 32 ? bytes : undefined
}

async function readJson(response: Dispatcher.ResponseData): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > ANSWER_BYTES_MAX) return undefined
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

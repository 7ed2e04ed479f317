import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import type { OutboundFile, UploadOutcome } from '#platforms/platform-client.ts'
import { kindOf, UPLOAD_BYTES_MAX } from '../uploads/kind-of.ts'

/** Longest time for the download of the file. */
const TIMEOUT_MS = 60_000

/**
 * Uploads the file at `url`, which the platform could not download itself: downloads it here, as safely as a webhook
 * is sent, and uploads it. Returns undefined when that cannot help: the file does not exist, or cannot be sent as a
 * message of type `type`.
 */
export async function uploadLink(
  { url, type, filename }: { url: string; type: string; filename: string | null },
  fetch: SafeFetch['fetch'],
  upload: (file: OutboundFile) => Promise<UploadOutcome>,
): Promise<UploadOutcome | undefined> {
  const response = await fetch({
    url,
    method: 'GET',
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: UPLOAD_BYTES_MAX,
    headers: { accept: '*/*', 'user-agent': 'Parley/1' },
  })
  if (!response.ok || response.status !== 200 || response.truncated) return undefined
  const mimeType = response.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase() ?? ''
  const kind = kindOf(mimeType)
  if (!kind || kind.type !== type || response.body.length > kind.bytesMax) return undefined
  if (response.body.length === 0) return undefined
  const bytes = new Blob([new Uint8Array(response.body)])
  return upload({ mimeType, filename: filename ?? nameOf(url), bytes })
}

function nameOf(url: string): string | null {
  const name = URL.parse(url)?.pathname.split('/').at(-1)
  return name ? name.slice(-240) : null
}

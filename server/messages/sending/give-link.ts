import type { CloudApi, CloudFile } from '#channels/cloud-api.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import { kindOf, UPLOAD_BYTES_MAX } from '../uploads/upload-kinds.ts'

type Given = Awaited<ReturnType<CloudApi['upload']>>

/** Longest time for a customer's server to give the file. */
const TIMEOUT_MS = 60_000

/**
 * The id under which the platform has the file behind `url`, which it could not fetch itself: the file is fetched
 * here, as safely as a webhook goes out, and handed over. Undefined where that cannot help: the file is not there, or
 * cannot go as a message of type `type`.
 */
export async function giveLink(
  { url, type, filename }: { url: string; type: string; filename: string | null },
  fetch: SafeFetch['fetch'],
  upload: (file: CloudFile) => Promise<Given>,
): Promise<Given | undefined> {
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

import type { Upload } from '#messages/uploads/schema.ts'
import { toParleyError } from '#client/core.ts'
import { networkError } from './api.ts'
import type { Wire } from './wire.ts'

/**
 * Uploads a file; `onProgress` receives the uploaded share from 0 to 1. Uses XMLHttpRequest, because fetch does not
 * report upload progress.
 *
 * @throws {ParleyError}
 */
export function uploadFile(
  file: File,
  options: { key: string; signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Wire<Upload>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/media')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', options.key)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) options.onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status === 201) resolve(JSON.parse(responseText) as Wire<Upload>)
      else reject(toParleyError(responseText, status, request.getResponseHeader('retry-after')))
    })
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    options.signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

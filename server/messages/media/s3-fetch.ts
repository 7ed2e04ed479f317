import { Agent, fetch } from 'undici'
import type { RequestInit } from 'undici'

const CONNECT_MS = 10_000
/** How long a store may say nothing: before its answer, and between two parts of it. */
const SILENCE_MS = 30_000
/** How long a request may take that gives or asks for no file. */
const REQUEST_MS = 120_000

/**
 * A fetch for a store of files: nothing waits for ever, and a redirect is an answer, for a signature is of one
 * address. How long a file may take to be read is bounded by silence alone.
 */
export function createS3Fetch(silenceMs = SILENCE_MS): typeof globalThis.fetch {
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  })
  const send = (url: string, init: RequestInit) => {
    const signal = init.method === 'GET' ? null : AbortSignal.timeout(REQUEST_MS)
    return fetch(url, { ...init, signal, redirect: 'manual', dispatcher })
  }
  return send as unknown as typeof globalThis.fetch
}

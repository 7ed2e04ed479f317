import { Agent, fetch } from 'undici'
import type { RequestInit } from 'undici'
import { withDeadline } from '#lib/pacing/with-deadline.ts'
import { skippingConnector } from '#lib/outgoing/skip-interim.ts'

const CONNECT_MS = 10_000
/** Maximum silence of a store: before its response, and between two parts of it. */
const SILENCE_MS = 30_000
/** Deadline of the response to a request for anything but a file. */
const REQUEST_MS = 120_000

/**
 * Creates a fetch for a file store: every wait has a deadline, and a redirect is a response, because a signature
 * covers one address. Only silence limits how long a file may take.
 */
export function createS3Fetch(silenceMs = SILENCE_MS): typeof globalThis.fetch {
  const dispatcher = new Agent({
    connect: skippingConnector({ timeout: CONNECT_MS }),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  })
  const send = (url: string, init: RequestInit) => {
    const ask = (signal: AbortSignal | null) =>
      fetch(url, { ...init, signal, redirect: 'manual', dispatcher })
    return init.method === 'GET' ? ask(null) : withDeadline(REQUEST_MS, ask)
  }
  return send as unknown as typeof globalThis.fetch
}

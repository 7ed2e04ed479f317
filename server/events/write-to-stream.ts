import { once } from 'node:events'
import type { Writable } from 'node:stream'

/**
 * Writes to a stream, and waits until its client has read enough or `signal` is aborted. Aborts `ended` if the client reads nothing for
 * `stalledMs`.
 */
export async function writeToStream(
  out: Writable,
  text: string,
  { signal, ended, stalledMs }: { signal: AbortSignal; ended: AbortController; stalledMs: number },
): Promise<void> {
  if (signal.aborted || out.write(text)) return
  const stalled = setTimeout(() => ended.abort(), stalledMs)
  await once(out, 'drain', { signal }).catch(() => undefined)
  clearTimeout(stalled)
}

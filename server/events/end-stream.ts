import type { Writable } from 'node:stream'

/** Ends a stream. Data that a client does not read would hold the connection open forever, so such a stream is destroyed. */
export function endStream(out: Writable): void {
  if (out.writableNeedDrain) out.destroy()
  else out.end()
}

/** The number of frames that streams received, and when the first of them received each text that was looked for, in ms. */
type Received = { frames: number; firstAt: Map<string, number> }

/**
 * Opens `count` event streams of a member, as other open web apps do, and reads them until the returned function is
 * called. `wanted` finds texts in the frames.
 *
 * @throws when a stream is refused or ends too early
 */
export async function openStreams(
  to: { url: string; cookie: string },
  count: number,
  wanted: RegExp,
): Promise<() => Promise<Received>> {
  const stop = new AbortController()
  const responses = await Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${to.url}/api/app/live`, { headers: { cookie: to.cookie }, signal: stop.signal }),
    ),
  )
  const received: Received = { frames: 0, firstAt: new Map() }
  const reads = responses.map(async ({ status, body }) => {
    if (status !== 200) throw new Error(`A stream answered ${status}.`)
    try {
      for await (const chunk of body!) {
        const text = Buffer.from(chunk).toString()
        received.frames += text.split('\n\n').length - 1
        for (const [found] of text.matchAll(wanted))
          if (!received.firstAt.has(found)) received.firstAt.set(found, Date.now())
      }
    } catch (err) {
      if (stop.signal.aborted) return
      throw err
    }
    throw new Error('A stream ended.')
  })
  const all = Promise.all(reads)
  // A failure is thrown by the returned function.
  all.catch(() => undefined)
  return async () => {
    stop.abort()
    await all
    return received
  }
}

/**
 * Opens `count` event streams of a member, as other open web apps do, and reads them until the returned function is
 * called, which returns the number of frames received.
 *
 * @throws when a stream is refused or ends too early
 */
export async function openStreams(
  to: { url: string; cookie: string },
  count: number,
): Promise<() => Promise<number>> {
  const stop = new AbortController()
  const responses = await Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${to.url}/api/app/live`, { headers: { cookie: to.cookie }, signal: stop.signal }),
    ),
  )
  let frames = 0
  const reads = responses.map(async ({ status, body }) => {
    if (status !== 200) throw new Error(`A stream answered ${status}.`)
    try {
      for await (const chunk of body!)
        frames += Buffer.from(chunk).toString().split('\n\n').length - 1
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
    return frames
  }
}

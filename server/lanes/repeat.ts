import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `run` again and again until `until` is aborted: `ms` after its last end, or `againMs` after a failure, which
 * `onFailure` gets.
 */
export async function repeat(
  run: () => Promise<void>,
  options: {
    ms: number
    againMs?: number
    until: AbortSignal
    onFailure: (err: unknown) => void
  },
): Promise<void> {
  const { ms, againMs = ms, until, onFailure } = options
  while (!until.aborted) {
    const pauseMs = await run().then(
      () => ms,
      (err: unknown) => {
        onFailure(err)
        return againMs
      },
    )
    await delay(pauseMs, undefined, { signal: until }).catch(() => undefined)
  }
}

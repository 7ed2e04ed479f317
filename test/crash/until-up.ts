import { createCall } from '../call.ts'
import { waitFor } from '../wait-for.ts'

/** Waits until each of the servers at `urls` is ready, however often it is unavailable until then. */
export async function untilUp(...urls: string[]): Promise<void> {
  for (const url of urls)
    await waitFor(
      async () => {
        try {
          return (await createCall(url)('GET /health/ready')).status === 200
        } catch {
          return false
        }
      },
      { timeoutMs: 60_000, what: `${url} to be ready` },
    )
}

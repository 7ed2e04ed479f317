import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** What the app has read of the server. Reads are tried again while the server is away, never when it refused. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, err) => isPassing(err) && count < 3,
      retryDelay: (count, err) =>
        (err instanceof ApiError && err.retryAfterMs) || Math.min(1000 * 2 ** count, 8000),
    },
    // Sent again, a request that makes something would make it twice: who repeats one names its idempotency key.
    mutations: { retry: false },
  },
})

/** Whether trying again may help: the network or the server was away, or there was too much at once. */
export function isPassing(err: unknown): boolean {
  return err instanceof ApiError && (err.status === 0 || err.status === 429 || err.status >= 502)
}

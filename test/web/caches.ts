import type { Page } from 'playwright-core'

/** Returns everything that a page's app holds in its request cache and in the browser's storage, as one text. */
export async function readCaches(page: Page): Promise<string> {
  return page.evaluate(async () => {
    type Fiber = { memoizedProps?: { client?: Client }; child?: Fiber; sibling?: Fiber }
    type Cache = { getAll: () => { state: unknown; queryKey?: unknown }[] }
    type Client = { getQueryCache?: () => Cache; getMutationCache: () => Cache }
    const root = document.getElementById('root')! as unknown as Record<string, Fiber>
    const start = Object.keys(root).find((key) => key.startsWith('__reactContainer'))!
    const waiting: (Fiber | undefined)[] = [root[start]]
    let client: Client | undefined
    while (!client && waiting.length > 0) {
      const fiber = waiting.pop()
      if (!fiber) continue
      if (fiber.memoizedProps?.client?.getQueryCache) client = fiber.memoizedProps.client
      waiting.push(fiber.sibling, fiber.child)
    }
    if (!client) throw new Error('The page has no query client.')
    const caches = [client.getQueryCache!(), client.getMutationCache()]
    const entries = caches.flatMap((cache) =>
      cache.getAll().map(({ state, queryKey }) => ({ state, queryKey })),
    )
    const databases = await indexedDB.databases()
    return JSON.stringify([entries, { ...localStorage }, { ...sessionStorage }, databases])
  })
}

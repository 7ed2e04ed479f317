/** The latest request about each thing. */
const latest = new Map<string, Promise<unknown>>()

/**
 * Runs `request` after the earlier requests about the same thing have ended, so that the server makes changes in the
 * order in which the user made them. Returns its result. Requests about different things run side by side.
 */
export async function inOrder<T>(thing: string, request: () => Promise<T>): Promise<T> {
  const before = latest.get(thing)
  const turn = before ? before.then(request, request) : request()
  latest.set(thing, turn)
  try {
    return await turn
  } finally {
    if (latest.get(thing) === turn) latest.delete(thing)
  }
}

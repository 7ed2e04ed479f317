import { createStore } from '../lib/create-store.ts'
import { storage } from '../lib/storage.ts'

/** A conversation, contact or ticket that the member opened. Only its id is kept, so that it leaves no data behind. */
type RecentPlace = { kind: 'chats' | 'people' | 'tickets'; id: string }

const PLACES_MAX = 6
const PATHS = [
  ['chats', /^\/inbox\/([0-9a-f-]{36})$/],
  ['people', /^\/contacts\/([0-9a-f-]{36})$/],
  ['tickets', /^\/tickets\/([0-9a-f-]{36})$/],
] as const

/** Creates the list of the places that were opened last in a workspace, kept in this browser. */
export function createRecentPlaces(workspaceId: string) {
  const key = `parley-recent:${workspaceId}`
  const store = createStore<readonly RecentPlace[]>(parse(storage.get(key)))
  return {
    store,
    /** Puts the place at `pathname` first. Other paths change nothing. */
    record: (pathname: string) => {
      const place = toPlace(pathname)
      if (!place) return
      const others = store.get().filter(({ id }) => id !== place.id)
      store.update(() => [place, ...others].slice(0, PLACES_MAX))
      storage.set(key, JSON.stringify(store.get()))
    },
  }
}

function toPlace(pathname: string): RecentPlace | undefined {
  for (const [kind, pattern] of PATHS) {
    const id = pattern.exec(pathname)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

function parse(text: string | null): RecentPlace[] {
  try {
    const places: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(places)) return []
    return places.filter(
      (place): place is RecentPlace =>
        PATHS.some(([kind]) => kind === place?.kind) && typeof place?.id === 'string',
    )
  } catch {
    return []
  }
}

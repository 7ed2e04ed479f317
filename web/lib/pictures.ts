import { createStore, useStore } from './create-store.ts'

type Pictured = { id: string; user_id: string; picture_url: string | null }

/** The URLs of members' pictures by membership and by user. */
const pictures = createStore<Readonly<Record<string, string | null>>>({})

/** Shows the pictures of members wherever their avatars are. */
export function showPictures(members: Pictured[]): void {
  const shown = { ...pictures.get() }
  for (const each of members) shown[each.id] = shown[each.user_id] = each.picture_url
  pictures.set(shown)
}

/** Returns the URL of the picture of a member, by the id of the membership or of the user. */
export function usePicture(id: string): string | null | undefined {
  return useStore(pictures)[id]
}

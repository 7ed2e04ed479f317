import { createStore, useSelected } from './create-store.ts'

/** The URLs of members' pictures by membership and by user. */
const pictures = createStore<Readonly<Record<string, string | null>>>({})

/** Shows the pictures of members wherever their avatars are. */
export function showPictures(
  members: { id: string; user_id: string; picture_url: string | null }[],
): void {
  const shown = { ...pictures.get() }
  for (const { id, user_id, picture_url } of members) shown[id] = shown[user_id] = picture_url
  pictures.set(shown)
}

/** Returns the URL of the picture of a member, by the id of the membership or of the user. */
export function usePicture(id: string): string | null | undefined {
  return useSelected(pictures, (all) => all[id])
}

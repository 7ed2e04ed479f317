import { number, time, uuid } from '../column.ts'
import { directoryTable } from '../table.ts'

/**
 * Pictures of members and, without a membership, of the workspace. The id of a picture is new when it is replaced, and names its file in
 * the storage, which is a WebP.
 */
export const pictures = directoryTable({ withoutContacts: 'pictures of members' }).columns({
  workspace_id: uuid(),
  id: uuid(),
  membership_id: uuid().nullable(),
  size_bytes: number(),
  created_at: time(),
})

/** Files of pictures that nobody has: not yet, or no longer. */
export const unused_pictures = directoryTable({ withoutContacts: 'pictures of members' }).columns({
  workspace_id: uuid(),
  id: uuid(),
  since: time(),
})

import { bytes, time, uuid } from '../column.ts'
import { directoryTable } from '../table.ts'

/** Pictures of members and, without a membership, of the workspace, as WebP. The id of a picture is new when it is replaced. */
export const pictures = directoryTable({ withoutContacts: 'pictures of members' }).columns({
  workspace_id: uuid(),
  id: uuid(),
  membership_id: uuid().nullable(),
  bytes: bytes(),
  created_at: time(),
})

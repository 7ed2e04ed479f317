import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import type { Viewer } from '#db/visibility/viewer.ts'
import { findIdentityOwners } from '../find-identity-owners.ts'
import { keyText, searchKeys } from '../person-facts.ts'
import type { RowContact } from './read-contact.ts'

/** The problem of a row whose contact the actor of the import does not see. */
export const HIDDEN_ROW = {
  code: 'identity_taken',
  message: 'The phone number or email address belongs to a contact that you do not see.',
} as const

/**
 * Returns a function that says whether a row has the phone number or email address of a contact that exists and that `viewer` does not see. Such
 * rows are rejected: they would change a hidden contact, and a second contact of the same number would be worse. Without a viewer, none
 * is hidden.
 */
export async function findHiddenRows(
  scope: Scope,
  viewer: Viewer | undefined,
  rows: readonly RowContact[],
): Promise<(row: RowContact) => boolean> {
  if (!viewer || rows.length === 0) return () => false
  const owners = await findIdentityOwners(
    scope,
    rows.flatMap(({ facts }) => searchKeys(facts)),
  )
  const ids = [...new Set(owners.values())]
  if (ids.length === 0) return () => false
  const visible = await selectFrom(asViewer(scope, viewer), 'people')
    .select('id')
    .where('id', 'in', ids)
    .execute()
  const seen = new Set(visible.map(({ id }) => id))
  return ({ facts }) =>
    searchKeys(facts).some((key) => {
      const owner = owners.get(keyText(key))
      return owner !== undefined && !seen.has(owner)
    })
}

import { ALL_TABLES } from '#db/tables.ts'

/**
 * Returns every column of a tenant table whose catalogue entry says whether it can hold data of contacts, with what an
 * erasure does about it: the name of the step that deletes or redacts it, `request` for what is removed when the erasure
 * is requested, or `free` with the reason why the column holds no such data.
 */
export function personalColumns(): Record<string, string> {
  const handled: Record<string, string> = {}
  for (const table of ALL_TABLES) {
    if (table.home !== 'tenant' || table.withoutContacts !== undefined) continue
    for (const [column, { facts }] of Object.entries(table.columns)) {
      const { personal, impersonal } = facts
      if (impersonal !== undefined) handled[`${table.name}.${column}`] = `free: ${impersonal}`
      else if (personal !== undefined)
        handled[`${table.name}.${column}`] = personal === true ? stepOf(table) : personal
    }
  }
  return handled
}

/** Returns the name of the step that removes the rows of a table, or what is personal in them. */
function stepOf({ name, owner, section = name, erase = '' }: (typeof ALL_TABLES)[number]): string {
  if (erase !== 'delete' && erase !== 'cascade') return erase
  if (owner === 'person_id') return section
  return owner === 'chat_id' ? 'conversations' : 'tickets'
}

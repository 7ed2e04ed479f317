import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { contactQuery } from '../../../lib/contacts.ts'
import type { ContactDetail } from '../../../lib/contacts.ts'

/** The editable fields of a contact: null clears; in `fields` only the named ones change, null removes. */
type ContactPatch = Partial<
  Record<'name' | 'phone_e164' | 'email' | 'campaign' | 'language', string | null>
> & {
  fields?: Record<string, string | null>
}

/**
 * Returns a function that changes a contact, in the interface at once and then on the server. When the server refuses,
 * it restores the contact and throws. @throws {ParleyError}
 */
export function useContactChange(personId: string): (patch: ContactPatch) => Promise<void> {
  const queries = useQueryClient()
  const { queryKey } = contactQuery(personId)
  return async (patch) => {
    await queries.cancelQueries({ queryKey })
    const before = queries.getQueryData<ContactDetail>(queryKey)
    queries.setQueryData<ContactDetail>(queryKey, (person) => person && withPatch(person, patch))
    try {
      await api.patch(`/api/v1/contacts/${personId}`, patch)
    } catch (err) {
      queries.setQueryData(queryKey, before)
      throw err
    } finally {
      // The server normalizes what it saves, such as phone numbers.
      void queries.invalidateQueries({ queryKey })
    }
  }
}

function withPatch(person: ContactDetail, { fields, ...patch }: ContactPatch): ContactDetail {
  const merged = Object.entries({ ...person.fields, ...fields }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return { ...person, ...patch, fields: Object.fromEntries(merged) }
}

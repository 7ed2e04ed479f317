import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { contactQuery } from '../../../lib/contacts.ts'
import type { ContactDetail } from '../../../lib/contacts.ts'

/** The editable fields of a contact: null clears; in `fields` only the named ones change, null removes. */
type PersonPatch = Partial<Record<'name' | 'phone_e164' | 'email' | 'campaign', string | null>> & {
  fields?: Record<string, string | null>
}

/**
 * Returns a function that changes a contact here immediately, then on the server. If that fails, the old state is
 * shown again.
 *
 * The function throws the server's error. @throws {ApiError}
 */
export function usePersonChange(personId: string): (patch: PersonPatch) => Promise<void> {
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
      // The server normalises a phone number, and may change more.
      void queries.invalidateQueries({ queryKey })
    }
  }
}

function withPatch(person: ContactDetail, { fields, ...patch }: PersonPatch): ContactDetail {
  const merged = Object.entries({ ...person.fields, ...fields }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return { ...person, ...patch, fields: Object.fromEntries(merged) }
}

import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { contactQuery } from '../../../lib/contacts.ts'
import type { ContactDetail } from '../../../lib/contacts.ts'

/** What of a person may be changed: null empties; of `fields` what is named is set, null removes. */
export type PersonPatch = Partial<
  Record<'name' | 'phone_e164' | 'email' | 'campaign', string | null>
> & { fields?: Record<string, string | null> }

/**
 * What changes a person: at once here, then on the server. Where that fails the person is shown as before.
 *
 * The function throws what the server said. @throws {ApiError}
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
      // The server says how it writes a phone, and what else follows.
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

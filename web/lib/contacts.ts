import { queryOptions } from '@tanstack/react-query'
import type {
  ListedPerson as ContactShape,
  PersonDetail as DetailShape,
  TimelineEntry as EntryShape,
} from '#contacts/schema.ts'
import { api } from './api.ts'
import type { Wire } from './wire.ts'

/** A contact. */
export type Contact = Wire<ContactShape>

/** A contact with all its identities and fields. */
export type ContactDetail = Wire<DetailShape>

/** An entry of a contact's timeline. */
export type TimelineEntry = Wire<EntryShape>

/** Reads one contact. The id of a merged contact returns the contact it was merged into. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: ({ signal }) => api.get<ContactDetail>(`/api/v1/contacts/${id}`, {}, signal),
  })

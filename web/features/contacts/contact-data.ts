import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  Import as ImportShape,
  ImportReject as RejectShape,
} from '#contacts/imports/schema.ts'
import type { Chat } from '#conversations/schema.ts'
import type { Merge as MergeShape, MergePreview as PreviewShape } from '#merges/schema.ts'
import { subjectOf } from '#shared/event-types.ts'
import { api } from '../../lib/api.ts'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'
import { useLive } from '../../lib/live.ts'
import type { Page, Wire } from '../../lib/wire.ts'

/** An import of contacts. */
export type Import = Wire<ImportShape>
/** A row that an import rejected. */
export type ImportReject = Wire<RejectShape>
/** A merge of two contacts. */
export type Merge = Wire<MergeShape>
/** The preview of a merge. */
export type MergePreview = Wire<PreviewShape>

/** The query key of all contact lists. */
export const CONTACTS = ['contacts', 'list']

/** Milliseconds for which changes are collected before lists are refetched. */
const GATHER_MS = 1500
/** Longer lists are only patched: refetching one would read every page. */
const REFETCHED_PAGES_MAX = 3

type Lists = InfiniteData<Page<Contact>>

/** The contacts that this page is erasing: it leaves them by itself, and need not read that they are gone. */
export const erasing = new Set<string>()

/** Keeps the cached contacts up to date with live events while the component is mounted. */
export function useContactsLive(): void {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(({ type, data }) => {
    if (subjectOf(type) !== 'contact') return
    const person = data as Contact & { merged_ids?: string[] }
    if (type === 'contact.erased') removeFromLists(queries, person)
    else patchLists(queries, person)
    if (erasing.has(person.id)) return
    void queries.invalidateQueries({ queryKey: ['contacts', 'one', person.id] })
    void queries.invalidateQueries({ queryKey: ['contacts', 'timeline', person.id] })
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refetchLists(queries)
    }, GATHER_MS)
  })
}

/** Refetches the short contact lists. */
export function refetchLists(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: CONTACTS,
    predicate: ({ state }) =>
      ((state.data as Lists | undefined)?.pages.length ?? 0) <= REFETCHED_PAGES_MAX,
  })
}

/** Removes an erased contact from the cached lists. */
function removeFromLists(queries: QueryClient, erased: { id: string }): void {
  changeLists(queries, [erased.id], (contacts) => contacts.filter(({ id }) => id !== erased.id))
}

function patchLists(queries: QueryClient, person: Contact & { merged_ids?: string[] }): void {
  const { merged_ids: merged = [] } = person
  changeLists(queries, [person.id, ...merged], (contacts) =>
    contacts
      .filter(({ id }) => !merged.includes(id))
      .map((each) => (each.id === person.id ? { ...each, ...person } : each)),
  )
}

/** Changes the pages of the cached lists that show one of `ids`. */
function changeLists(
  queries: QueryClient,
  ids: string[],
  change: (contacts: Contact[]) => Contact[],
): void {
  queries.setQueriesData<Lists>({ queryKey: CONTACTS }, (lists) =>
    lists?.pages?.some((page) => page.data.some(({ id }) => ids.includes(id)))
      ? { ...lists, pages: lists.pages.map((page) => ({ ...page, data: change(page.data) })) }
      : lists,
  )
}

/** Reads the ten conversations of a contact with the newest messages. */
export const contactChatsQuery = ({ id, merged_ids }: ContactDetail) =>
  queryOptions({
    queryKey: ['contacts', 'chats', id, merged_ids],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Chat>>>('/api/v1/chats', { person_id: id, limit: 10 }, signal),
  })

import { queryOptions } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type {
  Person as PersonShape,
  PersonDetail as DetailShape,
  TimelineEntry as EntryShape,
} from '#contacts/schema.ts'
import type {
  Import as ImportShape,
  ImportReject as RejectShape,
} from '#contacts/imports/schema.ts'
import type { Merge as MergeShape, MergePreview as PreviewShape } from '#merges/schema.ts'
import { api } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { useLiveAgain } from '../../lib/use-live-again.ts'
import type { Page, Wire } from '../../lib/wire.ts'

/** A person, as it arrives. */
export type Person = Wire<PersonShape>
/** A person with all that it is known by, as it arrives. */
export type PersonDetail = Wire<DetailShape>
/** An entry of a timeline, as it arrives. */
export type TimelineEntry = Wire<EntryShape>
/** A file of contacts, as it arrives. */
export type Import = Wire<ImportShape>
/** A row that was not read in, as it arrives. */
export type ImportReject = Wire<RejectShape>
/** A merge, as it arrives. */
export type Merge = Wire<MergeShape>
/** What a merge would do, as it arrives. */
export type MergePreview = Wire<PreviewShape>

/** What lists of people are cached under. */
export const PEOPLE = ['contacts', 'list']

/** How long changes are gathered before lists are read anew. */
const GATHER_MS = 1500
/** Longer lists are only patched: reading them anew would read every page. */
const PAGES_REREAD = 3

/** One person; the id of somebody who was merged gives who it was merged into. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: ({ signal }) => api.get<PersonDetail>(`/api/v1/contacts/${id}`, {}, signal),
  })

type Lists = InfiniteData<Page<Person>>

/** Keeps everything shown of people as it is on the server, while the component is shown. */
export function useContactsLive(): void {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveAgain(() => {
    rereadLists(queries)
    void queries.invalidateQueries({ queryKey: ['contacts', 'one'] })
    void queries.invalidateQueries({ queryKey: ['contacts', 'timeline'] })
  })
  useLive(({ type, data }) => {
    if (type !== 'contact.created' && type !== 'contact.updated') return
    const person = data as Person
    patchLists(queries, person)
    void queries.invalidateQueries({ queryKey: ['contacts', 'one', person.id] })
    void queries.invalidateQueries({ queryKey: ['contacts', 'timeline', person.id] })
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      rereadLists(queries)
    }, GATHER_MS)
  })
}

/** Reads the lists of people anew that are not too long for it. */
export function rereadLists(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: PEOPLE,
    predicate: ({ state }) =>
      ((state.data as Lists | undefined)?.pages.length ?? 0) <= PAGES_REREAD,
  })
}

function patchLists(queries: QueryClient, person: Person & { merged_ids?: string[] }): void {
  const { merged_ids: merged = [] } = person
  queries.setQueriesData<Lists>({ queryKey: PEOPLE }, (lists) => {
    if (!lists?.pages) return lists
    const isTouched = lists.pages.some((page) =>
      page.data.some(({ id }) => id === person.id || merged.includes(id)),
    )
    if (!isTouched) return lists
    return {
      ...lists,
      pages: lists.pages.map((page) => ({
        ...page,
        data: page.data
          .filter(({ id }) => !merged.includes(id))
          .map((each) => (each.id === person.id ? { ...each, ...person } : each)),
      })),
    }
  })
}

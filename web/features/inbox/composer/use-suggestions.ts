import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { fillReply, findVariables } from '#shared/canned-replies.ts'
import { findNearest } from '#shared/find-nearest.ts'
import type { Upload } from '#messages/uploads/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import type { Chat } from '../data/types.ts'
import { membersQuery } from '../../../lib/members.ts'
import { useFindTeam, useTeams } from '../../../lib/teams.ts'
import { cannedRepliesQuery } from '../../../lib/canned-replies-query.ts'
import type { DraftMention } from '#shared/drafts.ts'
import { findTrigger, replaceTrigger } from './find-trigger.ts'
import { useReplyValues } from './use-reply-values.ts'
import type { TextField } from './use-text-field.ts'

/** A suggestion while typing. `owner`: who has a canned reply, unless everybody has it. `files`: those of a canned reply. */
type Suggestion = {
  id: string
  label: string
  owner: string | null
  detail: string
  insert: string
  files: readonly Wire<Upload>[]
}

/**
 * The current suggestions; `handleKey` handles the keys that choose, and returns whether it did.
 *
 * state: whether there are suggestions. `near`: none begins with or contains the text, but is spelled almost like it.
 * isRefused: Enter was pressed where there is nothing to choose.
 */
export type Suggestions = {
  kind: 'canned' | 'members' | null
  state: 'found' | 'near' | 'none' | 'loading' | 'failed'
  /** The text after the sign. */
  query: string
  items: Suggestion[]
  active: number
  isRefused: boolean
  choose: (item: Suggestion) => void
  setActive: (index: number) => void
  handleKey: (event: KeyboardEvent) => boolean
}

/** Something to suggest; `key` is compared with what was typed. */
type Candidate = Suggestion & { key: string }

const NEITHER = { owner: null, files: [] }

const SHOWN_MAX = 8

/**
 * Returns canned replies of a conversation after `/` in a reply, own ones first, and members and teams after `@` in a note. `onFiles`
 * receives the files of a reply that is chosen.
 */
export function useSuggestions(options: {
  chat: Chat | null
  isNote: boolean
  text: string
  field: TextField
  onMention?: (mention: DraftMention) => void
  onFiles?: (files: readonly Wire<Upload>[]) => void
}): Suggestions {
  const { chat, isNote, text, field, onMention, onFiles } = options
  const findTeam = useFindTeam()
  const teams = useTeams()
  const t = useTranslations('inboxPicker')
  const trigger = findTrigger(text, field.caret, isNote ? '@' : '/')
  const place = trigger ? `${trigger.start}${trigger.sign}` : null
  const [closed, setClosed] = useState<string | null>(null)
  const [chosen, setChosen] = useState({ query: '', index: 0 })
  const [refused, setRefused] = useState<string | null>(null)
  // A list that was closed for one term opens again for the next one.
  if (closed !== null && closed !== place) setClosed(null)
  const isOpen = trigger !== undefined && closed !== place
  const replies = useQuery({ ...cannedRepliesQuery, enabled: isOpen && !isNote })
  const members = useQuery({ ...membersQuery, enabled: isOpen && isNote })
  const query = trigger?.query.toLowerCase() ?? ''
  const values = useReplyValues(chat, (replies.data ?? []).some(hasField))
  const { data, status } = isNote ? members : { ...replies, data: values && replies.data }
  const candidates = !isOpen ? [] : isNote ? listMembers() : listReplies()
  const found = isNote ? candidates.filter(isMember) : findReplies()
  const near = found.length > 0 ? [] : findNearest(query, candidates, ({ key }) => key)
  const items = [...found, ...near].slice(0, SHOWN_MAX)
  const index = chosen.query === query ? Math.min(chosen.index, items.length - 1) : 0
  const active = Math.max(0, index)

  function listReplies(): Candidate[] {
    if (values === null) return []
    return (replies.data ?? []).map((reply) => {
      const { id, shortcut, files, member_id: memberId, team_id: teamId } = reply
      const text = fillReply(reply.text, values)
      const key = shortcut.toLowerCase()
      const owner = memberId === null ? (findTeam(teamId)?.name ?? null) : t('ownReply')
      return { id, label: `/${shortcut}`, owner, key, detail: text, insert: text, files }
    })
  }

  function findReplies(): Candidate[] {
    const isFirst = ({ key }: Candidate) => key.startsWith(query)
    const others = candidates.filter(
      (each) =>
        !isFirst(each) && (each.key.includes(query) || each.detail.toLowerCase().includes(query)),
    )
    return [...candidates.filter(isFirst), ...others]
  }

  function listMembers(): Candidate[] {
    const ofTeams = teams.map(({ id, name, member_ids: ids }) => {
      const key = name.toLowerCase()
      const detail = t('teamMembers', { count: ids.length })
      return { ...NEITHER, id, label: name, key, detail, insert: `@${name} ` }
    })
    const ofMembers = (members.data ?? [])
      .filter(({ removed_at: left }) => left === null)
      .map(({ id, name, email }) => {
        const key = name.toLowerCase()
        return { ...NEITHER, id, label: name, key, detail: email, insert: `@${name} ` }
      })
    return [...ofMembers, ...ofTeams]
  }

  function isMember({ key, detail }: Candidate): boolean {
    return [key, detail.toLowerCase(), ...key.split(/\s+/u)].some((each) => each.startsWith(query))
  }

  function choose(item: Suggestion): void {
    if (!trigger) return
    if (isNote) onMention?.({ id: item.id, name: item.label })
    if (item.files.length > 0) onFiles?.(item.files)
    const replaced = replaceTrigger(text, trigger, item.insert)
    const [empty] = isNote ? [] : findVariables(item.insert)
    const place = `{${empty}}`
    // A variable without a value is selected, to be replaced.
    const start = empty === undefined ? -1 : replaced.text.indexOf(place, trigger.start)
    if (start < 0) field.replace(replaced.text, replaced.caret)
    else field.replace(replaced.text, start, start + place.length)
  }

  /** While the list is open, Enter chooses or is refused: it never sends the text. */
  function handleKey(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    const item = items[active]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && item)
      setChosen({ query, index: (active + step + items.length) % items.length })
    else if (event.key === 'Escape') setClosed(place)
    else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && item)) {
      if (item) choose(item)
      else setRefused(`${place}${query}`)
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    kind: isOpen ? (isNote ? 'members' : 'canned') : null,
    state: data ? stateOf(found, near) : status === 'error' ? 'failed' : 'loading',
    query: trigger?.query ?? '',
    items,
    active,
    isRefused: refused === `${place}${query}`,
    choose,
    setActive: (next) => setChosen({ query, index: next }),
    handleKey,
  }
}

function hasField({ text }: { text: string }): boolean {
  return findVariables(text).some((name) => name.startsWith('field.'))
}

function stateOf(found: unknown[], near: unknown[]): Suggestions['state'] {
  return found.length > 0 ? 'found' : near.length > 0 ? 'near' : 'none'
}

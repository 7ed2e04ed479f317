import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { findNearest } from '#shared/find-nearest.ts'
import { useSession } from '../../../lib/session.ts'
import { membersQuery } from '../../../lib/members.ts'
import { useTeams } from '../../../lib/teams.ts'
import { cannedRepliesQuery } from '../../../lib/canned-replies-query.ts'
import type { DraftMention } from '#shared/drafts.ts'
import { fillCannedReply } from './fill-canned-reply.ts'
import { findTrigger, replaceTrigger } from './find-trigger.ts'
import type { TextField } from './use-text-field.ts'

/** A suggestion while typing. */
type Suggestion = { id: string; label: string; detail: string; insert: string }

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

const SHOWN_MAX = 8

/** Returns canned replies for `customer` after `/` in a reply, and members and teams after `@` in a note. */
export function useSuggestions(options: {
  customer: string | null
  isNote: boolean
  text: string
  field: TextField
  onMention?: (mention: DraftMention) => void
}): Suggestions {
  const { customer, isNote, text, field, onMention } = options
  const { user } = useSession()
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
  const { data, status } = isNote ? members : replies
  const candidates = !isOpen ? [] : isNote ? listMembers() : listReplies()
  const found = isNote ? candidates.filter(isMember) : findReplies()
  const near = found.length > 0 ? [] : findNearest(query, candidates, ({ key }) => key)
  const items = [...found, ...near].slice(0, SHOWN_MAX)
  const index = chosen.query === query ? Math.min(chosen.index, items.length - 1) : 0
  const active = Math.max(0, index)

  function listReplies(): Candidate[] {
    const names = { customer, member: user.name }
    return (replies.data ?? []).map((reply) => {
      const text = fillCannedReply(reply.text, names)
      const key = reply.shortcut.toLowerCase()
      return { id: reply.id, label: `/${reply.shortcut}`, key, detail: text, insert: text }
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
      return { id, label: name, key, detail, insert: `@${name} ` }
    })
    const ofMembers = (members.data ?? [])
      .filter(({ removed_at: left }) => left === null)
      .map(({ id, name, email }) => {
        const key = name.toLowerCase()
        return { id, label: name, key, detail: email, insert: `@${name} ` }
      })
    return [...ofMembers, ...ofTeams]
  }

  function isMember({ key, detail }: Candidate): boolean {
    return [key, detail.toLowerCase(), ...key.split(/\s+/u)].some((each) => each.startsWith(query))
  }

  function choose(item: Suggestion): void {
    if (!trigger) return
    if (isNote) onMention?.({ id: item.id, name: item.label })
    const replaced = replaceTrigger(text, trigger, item.insert)
    field.replace(replaced.text, replaced.caret)
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

function stateOf(found: unknown[], near: unknown[]): Suggestions['state'] {
  return found.length > 0 ? 'found' : near.length > 0 ? 'near' : 'none'
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useSession } from '../../../lib/session.ts'
import { membersQuery } from '../../../lib/members.ts'
import { cannedRepliesQuery } from './canned-replies-query.ts'
import type { DraftMention } from '#shared/drafts.ts'
import { fillCannedReply } from './fill-canned-reply.ts'
import { findTrigger, replaceTrigger } from './find-trigger.ts'
import type { TextField } from './use-text-field.ts'

/** A suggestion while typing. */
type Suggestion = { id: string; label: string; detail: string; insert: string }

/** The current suggestions; `handleKey` handles the keys that choose, and returns whether it did. */
export type Suggestions = {
  kind: 'canned' | 'members' | null
  items: Suggestion[]
  active: number
  isLoading: boolean
  choose: (item: Suggestion) => void
  setActive: (index: number) => void
  close: () => void
  handleKey: (event: KeyboardEvent) => boolean
}

const SHOWN_MAX = 8

/** Returns canned replies for `customer` after `/` in a reply, and members after `@` in a note. */
export function useSuggestions(options: {
  customer: string | null
  isNote: boolean
  text: string
  field: TextField
  onMention?: (mention: DraftMention) => void
}): Suggestions {
  const { customer, isNote, text, field, onMention } = options
  const { user } = useSession()
  const trigger = findTrigger(text, field.caret, isNote ? '@' : '/')
  const place = trigger ? `${trigger.start}${trigger.sign}` : null
  const [closed, setClosed] = useState<string | null>(null)
  const [chosen, setChosen] = useState({ query: '', index: 0 })
  const isOpen = trigger !== undefined && closed !== place
  const replies = useQuery({ ...cannedRepliesQuery, enabled: isOpen && !isNote })
  const members = useQuery({ ...membersQuery, enabled: isOpen && isNote })
  const query = trigger?.query.toLowerCase() ?? ''
  const items = !isOpen ? [] : isNote ? findMembers() : findReplies()
  const index = chosen.query === query ? Math.min(chosen.index, items.length - 1) : 0
  const active = Math.max(0, index)

  function findReplies(): Suggestion[] {
    const names = { customer, member: user.name }
    const list = (replies.data ?? []).map((reply) => ({
      id: reply.id,
      label: `/${reply.shortcut}`,
      key: reply.shortcut.toLowerCase(),
      detail: fillCannedReply(reply.text, names),
    }))
    const byKey = list.filter(({ key }) => key.startsWith(query))
    const others = list.filter(
      ({ key, detail }) =>
        !key.startsWith(query) && (key.includes(query) || detail.toLowerCase().includes(query)),
    )
    const found = [...byKey, ...others].slice(0, SHOWN_MAX)
    return found.map(({ id, label, detail }) => ({ id, label, detail, insert: detail }))
  }

  function findMembers(): Suggestion[] {
    return (members.data ?? [])
      .filter(({ removed_at: left }) => left === null)
      .filter(({ name, email }) =>
        [name, email, ...name.split(/\s+/u)].some((each) => each.toLowerCase().startsWith(query)),
      )
      .slice(0, SHOWN_MAX)
      .map(({ id, name, email }) => ({ id, label: name, detail: email, insert: `@${name} ` }))
  }

  function choose(item: Suggestion): void {
    if (!trigger) return
    if (isNote) onMention?.({ id: item.id, name: item.label })
    const replaced = replaceTrigger(text, trigger, item.insert)
    field.replace(replaced.text, replaced.caret)
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (items.length === 0) return false
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setChosen({ query, index: (active + step + items.length) % items.length })
    else if (event.key === 'Escape') setClosed(place)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(items[active]!)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    kind: isOpen ? (isNote ? 'members' : 'canned') : null,
    items,
    active,
    isLoading: isOpen && (isNote ? members.isPending : replies.isPending),
    choose,
    setActive: (next) => setChosen({ query, index: next }),
    close: () => setClosed(place),
    handleKey,
  }
}

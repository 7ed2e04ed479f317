import { useQueries } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { IconTicket } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '../components/avatar.tsx'
import { requestReplyIn } from '../features/inbox/compose.ts'
import { chatQuery } from '../features/inbox/data/chat-queries.ts'
import { ticketQuery } from '../features/tickets/ticket-data.ts'
import { contactQuery } from '../lib/contacts.ts'
import { useStore } from '../lib/create-store.ts'
import { chatName, displayName } from '../lib/display-name.ts'
import { useSession } from '../lib/session.ts'
import { useVisitorName } from '../lib/use-visitor-name.ts'
import type { Entry } from './palette-entries.ts'
import { createRecentPlaces } from './recent-places.ts'

/**
 * Returns the conversations, contacts and tickets that were opened last, without the one on the screen, and keeps the list
 * while it is mounted. They are read when `isShown`; what was deleted since is left out.
 */
export function useRecentEntries(isShown: boolean): Entry[] {
  const t = useTranslations('palette')
  const visitorName = useVisitorName()
  const navigate = useNavigate()
  const { workspace } = useSession()
  const recent = useMemo(() => createRecentPlaces(workspace.id), [workspace.id])
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => recent.record(pathname), [recent, pathname])
  const places = useStore(recent.store).filter(({ id }) => !pathname.endsWith(id))
  const idsOf = (kind: string) =>
    isShown ? places.filter((place) => place.kind === kind).map(({ id }) => id) : []
  const chats = useQueries({
    queries: idsOf('chats').map((id) => ({ ...chatQuery(id), retry: false })),
  })
  const people = useQueries({
    queries: idsOf('people').map((id) => ({ ...contactQuery(id), retry: false })),
  })
  const tickets = useQueries({
    queries: idsOf('tickets').map((id) => ({ ...ticketQuery(id), retry: false })),
  })
  if (!isShown) return []
  const entries = new Map<string, Entry>()
  for (const { data: chat } of chats) {
    if (!chat) continue
    const name = chatName(chat) ?? visitorName(chat.person.id)
    entries.set(chat.id, {
      id: `recent ${chat.id}`,
      label: name,
      detail: { text: t('recent.chats'), ranges: [] },
      left: <Avatar name={name} id={chat.person.id} size="sm" />,
      movesFocus: true,
      run: () => {
        requestReplyIn(chat.id)
        void navigate({
          to: '/inbox/$chatId',
          params: { chatId: chat.id },
          search: { view: 'all' },
        })
      },
    })
  }
  for (const { data: person } of people) {
    if (!person) continue
    const name = displayName(person) ?? visitorName(person.id)
    entries.set(person.id, {
      id: `recent ${person.id}`,
      label: name,
      detail: { text: t('recent.people'), ranges: [] },
      left: <Avatar name={name} id={person.id} size="sm" />,
      run: () => void navigate({ to: '/contacts/$personId', params: { personId: person.id } }),
    })
  }
  for (const { data: ticket } of tickets) {
    if (!ticket) continue
    entries.set(ticket.id, {
      id: `recent ${ticket.id}`,
      label: `#${ticket.number} ${ticket.title}`,
      detail: { text: t('recent.tickets'), ranges: [] },
      left: <IconTicket size={18} aria-hidden />,
      run: () => void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticket.id } }),
    })
  }
  return places.flatMap(({ id }) => entries.get(id) ?? [])
}

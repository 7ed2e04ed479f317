import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNow } from 'use-intl'
import type { CanSend } from '#messages/can-send-schema.ts'
import { subjectOf } from '#shared/event-types.ts'
import { api } from '../../../lib/api.ts'
import type { Contact } from '../../../lib/contacts.ts'
import { useLive } from '../../../lib/live.ts'
import type { Wire } from '../../../lib/wire.ts'
import type { Chat } from '../data/types.ts'

/** Until when free-form messages can be sent, and other obstacles. */
export type MessageWindow = {
  status: 'open' | 'closed' | 'unknown'
  expiresAt: Date | null
  /** Whether it closes within two hours. */
  isClosing: boolean
  /** Why no message at all can be sent, in the server's words. */
  obstacle: string | null
  /** The obstacle is that the contact is blocked. */
  isContactBlocked: boolean
  /** The reasons that delay a message. */
  holds: Wire<CanSend>['holds']
  /** Whether the contact is opted out of marketing messages. */
  isOptedOut: boolean
  /** The cost of a message by category; empty until it is known. */
  categories: Wire<CanSend>['categories']
  /** The files that the platform accepts; empty until they are known. */
  files: Wire<CanSend>['files']
  /** What the platform allows while another app holds the conversation. */
  handover: Wire<CanSend>['handover']
}

const CLOSING_MS = 2 * 3_600_000

/** Reads what can be sent, anew when the window opens or closes, but not when a message only extends it. */
const canSendQuery = (id: string, status: MessageWindow['status']) =>
  queryOptions({
    queryKey: ['can-send', id, status],
    queryFn: ({ signal }) => api.get<Wire<CanSend>>(`/api/v1/chats/${id}/can-send`, {}, signal),
    staleTime: 60_000,
  })

/** Returns what can be sent to a conversation. The browser follows the time; the rest is polled. */
export function useMessageWindow(chat: Chat): MessageWindow {
  const now = useNow({ updateInterval: 10_000 })
  useBlockLive(chat)
  const expiresAt = chat.window_expires_at === null ? null : new Date(chat.window_expires_at)
  const leftMs = expiresAt ? expiresAt.getTime() - now.getTime() : 0
  const status = !expiresAt ? 'unknown' : leftMs > 0 ? 'open' : 'closed'
  const { data } = useQuery(canSendQuery(chat.id, status))
  return {
    status,
    expiresAt,
    isClosing: leftMs > 0 && leftMs < CLOSING_MS,
    obstacle:
      data && !data.template.allowed && !data.free_form.allowed ? data.template.reason : null,
    isContactBlocked: data?.template.code === 'contact_blocked',
    holds: data?.holds ?? [],
    isOptedOut: data?.marketing.code === 'contact_opted_out',
    categories: data?.categories ?? [],
    files: data?.files ?? [],
    handover: data?.handover ?? { is_supported: false, sending_takes_over: false },
  }
}

/** Asks again what can be sent when the contact changes: it may have been blocked, unblocked or merged. */
function useBlockLive({ id, person }: Chat): void {
  const queries = useQueryClient()
  useLive(({ type, data }) => {
    if (subjectOf(type) === 'contact' && (data as Contact).id === person.id)
      void queries.invalidateQueries({ queryKey: ['can-send', id] })
  })
}

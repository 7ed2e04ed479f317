import type { LiveEvent } from '../../web/lib/live.ts'
import type { Chat, Message } from '../../web/features/inbox/data/types.ts'

/** A server for tests of the inbox cache: it answers as the API does, and sends its events in order. */
type LiveServer = {
  chats: Map<string, Chat>
  messages: Map<string, Message[]>
  events: LiveEvent[]
  receive: (chatId: string, options?: { late?: boolean }) => void
  send: (chatId: string, text: string, author: Message['author'], retryOf?: string) => Message
  patch: (chatId: string, patch: Partial<Chat>) => void
  progress: (chatId: string, status: Message['status']) => void
  open: () => string
  answer: (method: string, url: URL, body: Record<string, unknown>) => unknown
}

const PAGE = 3
let made = 0

function newId(): string {
  return (++made).toString(16).padStart(12, '0')
}

/** A server without chats. */
export function createLiveServer(): LiveServer {
  const chats = new Map<string, Chat>()
  const messages = new Map<string, Message[]>()
  const events: LiveEvent[] = []
  let seconds = 0
  const now = (isCoarse = false) => {
    seconds += 1
    // Platforms report whole seconds, so a received message may seem older than one that was sent just before.
    const ms = isCoarse ? Math.floor(seconds / 5) * 5000 : seconds * 1000
    return new Date(Date.UTC(2026, 0, 1) + ms).toISOString()
  }
  const emit = (type: LiveEvent['type'], data: unknown) => {
    events.push({ type, data: structuredClone(data), id: String(events.length) })
  }
  const touch = (chat: Chat, message: Message, isUnread: boolean) => {
    const isNewer = chat.last_message_at === null || message.created_at >= chat.last_message_at
    const { id, direction, type, text, created_at, author, status } = message
    if (isNewer) {
      chat.last_message = { id, direction, type, text, file: null, created_at, author, status }
      chat.last_message_at = created_at
    }
    if (isUnread) chat.unread_count += 1
    if (message.direction === 'outbound') chat.waiting_since = null
    else if (isUnread) chat.waiting_since ??= message.created_at
  }
  const open = () => {
    const id = newId()
    chats.set(id, {
      id,
      channel: { id: 'channel', type: 'whatsapp', name: 'Shop' },
      person: { id: `person-${id}`, name: id, phone_e164: null, email: null, username: null },
      group: null,
      status: 'open',
      snoozed_until: null,
      remind_if_unanswered: false,
      closed_at: null,
      assignee_id: null,
      assigned_by: null,
      sla: null,
      team_id: null,
      priority: null,
      participant_ids: [],
      tags: [],
      unread_count: 0,
      last_message: null,
      last_message_at: null,
      window_expires_at: null,
      waiting_since: null,
      holder: null,
      held_by: { type: 'nobody', id: null, version: 0 },
      created_at: now(),
      updated_at: now(),
    })
    messages.set(id, [])
    emit('conversation.created', chats.get(id))
    return id
  }
  const add = (chatId: string, part: Partial<Message>): Message => {
    const message: Message = {
      id: newId(),
      conversation_id: chatId,
      person_id: `person-${chatId}`,
      direction: 'inbound',
      type: 'text',
      text: 'hello',
      media: null,
      attachments: [],
      content: null,
      origin: null,
      standby: false,
      reply_to: null,
      retry_of: null,
      pricing: null,
      reactions: [],
      status: 'received',
      error: null,
      author: { type: 'person', id: `person-${chatId}` },
      created_at: '',
      sent_at: null,
      delivered_at: null,
      read_at: null,
      edited_at: null,
      revoked_at: null,
      ...part,
    }
    const all = messages.get(chatId)!
    all.push(message)
    all.sort(order)
    return message
  }
  return {
    chats,
    messages,
    events,
    open,
    receive(chatId, { late = false } = {}) {
      const chat = chats.get(chatId)!
      const message = add(chatId, { created_at: now(late), text: `in ${made}` })
      const wasOpen = chat.status === 'open'
      touch(chat, message, true)
      chat.status = 'open'
      if (!wasOpen) emit('conversation.updated', chat)
      emit('message.received', message)
    },
    send(chatId, text, author, retryOf) {
      const chat = chats.get(chatId)!
      const part = { direction: 'outbound', status: 'queued', retry_of: retryOf ?? null } as const
      const message = add(chatId, { ...part, text, author, created_at: now() })
      touch(chat, message, false)
      emit('message.sent', message)
      return message
    },
    patch(chatId, patch) {
      Object.assign(chats.get(chatId)!, patch, { updated_at: now() })
      emit('conversation.updated', chats.get(chatId))
    },
    progress(chatId, status) {
      const message = messages.get(chatId)!.findLast((each) => each.direction === 'outbound')
      if (!message) return
      message.status = status
      const { last_message: last } = chats.get(chatId)!
      if (last?.id === message.id) last.status = status
      emit('message.status_changed', message)
    },
    answer(method, url, body) {
      const [, , , kind, id, rest] = url.pathname.split('/')
      if (method === 'POST' && kind === 'replies')
        return structuredClone(
          this.send(String(body['conversation_id']), textOf(body['message']), {
            type: 'member',
            id: 'me',
          }),
        )
      if (kind !== 'chats') throw new Error(url.pathname)
      if (id === 'counts') return {}
      if (rest === 'thread') return threadPage(messages.get(id!)!, url.searchParams)
      return structuredClone(id ? chats.get(id) : chatPage([...chats.values()], url.searchParams))
    },
  }
}

function textOf(message: unknown): string {
  return (message as { message: string }).message
}

function order(a: Message, b: Message): number {
  return a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? -1 : 1
}

/** The order of a list of chats. */
export function activityOf(chat: Chat): string {
  return `${chat.last_message_at ?? chat.created_at} ${chat.id}`
}

function chatPage(all: Chat[], query: URLSearchParams) {
  const status = query.get('status')
  const assignee = query.get('assignee_id')
  const cursor = query.get('cursor')
  const sorted = all
    .filter((chat) => status === null || chat.status === status)
    .filter((chat) => assignee === null || chat.assignee_id === (assignee === 'none' ? null : 'me'))
    .toSorted((a, b) => (activityOf(a) < activityOf(b) ? 1 : -1))
    .filter((chat) => cursor === null || activityOf(chat) < cursor)
  const data = sorted.slice(0, PAGE)
  return { data, next_cursor: sorted.length > PAGE ? activityOf(data.at(-1)!) : null }
}

function threadPage(all: Message[], query: URLSearchParams) {
  const before = query.get('before')
  const placeOf = (message: Message) => `${message.created_at} ${message.id}`
  const older = all.filter((each) => before === null || placeOf(each) < before)
  const data = older.slice(-PAGE)
  return structuredClone({
    data: data.map((each) => ({
      kind: 'message' as const,
      ...each,
      reply_preview: null,
      reply_deleted: false,
    })),
    before_cursor: older.length > PAGE ? placeOf(data[0]!) : null,
    after_cursor: null,
  })
}

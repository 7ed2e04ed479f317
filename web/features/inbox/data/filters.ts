import type { Query } from '../../../lib/api.ts'
import type { Chat } from './types.ts'

/** What a list of chats shows, as GET /api/v1/chats takes it. */
export type ChatFilters = {
  status?: string
  assignee_id?: string
  channel_id?: string
  tag_id?: string
  unread?: boolean
  mentioned?: boolean
}

/** The search parameters of the inbox: the view, the filters on top of it, and the message to show. */
export type InboxSearch = { view?: string; message?: string } & ChatFilters

/** The views that everybody has, in their order. */
export const VIEWS = ['mine', 'unassigned', 'all', 'snoozed', 'closed', 'mentions'] as const

/** A view that everybody has. */
export type BuiltInView = (typeof VIEWS)[number]

/** What each view shows. */
export const VIEW_FILTERS: Readonly<Record<BuiltInView, ChatFilters>> = {
  mine: { status: 'open', assignee_id: 'me' },
  unassigned: { status: 'open', assignee_id: 'none' },
  all: { status: 'open' },
  snoozed: { status: 'snoozed' },
  closed: { status: 'closed' },
  mentions: { mentioned: true },
}

/** Under which the browser keeps the view that was looked at last. */
export const VIEW_KEY = 'parley-inbox-view'

/** Whether `text` names a view that everybody has. */
export function isBuiltIn(text: string): text is BuiltInView {
  return (VIEWS as readonly string[]).includes(text)
}

/** The filters that are there in `record`, such as what a saved view keeps or an address says; the rest is left out. */
export function readFilters(record: Record<string, unknown>): ChatFilters {
  const text = (name: string) => {
    const value = record[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  const flag = (name: string) =>
    record[name] === true || record[name] === 'true' ? { [name]: true } : {}
  return {
    ...text('status'),
    ...text('assignee_id'),
    ...text('channel_id'),
    ...text('tag_id'),
    ...flag('unread'),
    ...flag('mentioned'),
  }
}

/** What an address chooses on top of its view. */
export function readChosen(record: Record<string, unknown>): ChatFilters {
  const { status: _, mentioned: __, ...chosen } = readFilters(record)
  return chosen
}

/** Rows of a list's first page: what one looks at first, and some to scroll into while the next comes. */
const FIRST_ROWS = 40
/** Rows of the pages after it. */
const MORE_ROWS = 100

/** The query that asks for a list, or for the page after `cursor`. */
export function toQuery(filters: ChatFilters, cursor?: string): Query {
  return { ...filters, limit: cursor === undefined ? FIRST_ROWS : MORE_ROWS, cursor }
}

/**
 * Whether a chat belongs to the list of `filters`, for the member `membershipId`. What is listed as unread or as a
 * mention stays when it is read: it goes when the list is opened again.
 */
export function belongsTo(
  filters: ChatFilters,
  membershipId: string,
): (chat: Chat, isListed: boolean) => boolean {
  const statuses = filters.status?.split(',')
  const assignee = filters.assignee_id === 'me' ? membershipId : filters.assignee_id
  return (chat, isListed) =>
    (!statuses || statuses.includes(chat.status)) &&
    (assignee === undefined ||
      (assignee === 'none' ? chat.assignee_id === null : chat.assignee_id === assignee)) &&
    (!filters.channel_id || chat.channel.id === filters.channel_id) &&
    (!filters.tag_id || chat.tags.some(({ id }) => id === filters.tag_id)) &&
    (!filters.unread || isListed || chat.unread_count > 0) &&
    (!filters.mentioned || isListed)
}

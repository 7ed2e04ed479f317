import type { ConversationSort } from '#shared/conversations.ts'
import type { SlaUrgency } from '#shared/sla.ts'
import type { Query } from '../../../lib/api.ts'
import { ownTeamIds } from '../../../lib/own-team-ids.ts'
import type { Chat } from './types.ts'

/** The filters of a conversation list, as GET /api/v1/chats accepts them. */
export type ChatFilters = {
  status?: string
  assignee_id?: string
  team_id?: string
  channel_id?: string
  tag_id?: string
  priority?: string
  holder?: string
  unread?: boolean
  /** Only those whose customer waits for an answer; the longest wait comes first. */
  waiting?: boolean
  mentioned?: boolean
  /** Urgencies of the next SLA target; the one that is due first comes first. */
  sla?: string
}

/** The search parameters of the inbox: the view, the filters on top of it, and the message to show. */
export type InboxSearch = { view?: string; message?: string } & ChatFilters

/** The built-in views, in order. */
export const VIEWS = [
  'mine',
  'my_teams',
  'unassigned',
  'all',
  'snoozed',
  'closed',
  'mentions',
] as const

/** A built-in view. */
export type BuiltInView = (typeof VIEWS)[number]

/** The filters of each view. */
export const VIEW_FILTERS: Readonly<Record<BuiltInView, ChatFilters>> = {
  mine: { status: 'open', assignee_id: 'me' },
  my_teams: { status: 'open', team_id: 'mine' },
  unassigned: { status: 'open', assignee_id: 'none' },
  all: { status: 'open' },
  snoozed: { status: 'snoozed' },
  closed: { status: 'closed' },
  mentions: { mentioned: true },
}

/** The sort orders of the menu, with the filters that ask for each. That of SLA targets belongs to their filter. */
export const ORDERS = {
  activity: {},
  waiting: { waiting: true },
} satisfies Partial<Record<ConversationSort, ChatFilters>>

/** Returns the sort order that `filters` ask for. */
export function orderOf(filters: ChatFilters): ConversationSort {
  return filters.sla ? 'sla' : filters.waiting ? 'waiting' : 'activity'
}

/** Returns `filters` with another sort order. */
export function withOrder(
  { waiting: _, sla: __, ...filters }: ChatFilters,
  order: keyof typeof ORDERS,
): ChatFilters {
  return { ...filters, ...ORDERS[order] }
}

/** Returns the filters that are kept when the view changes: the sort order, between views of open conversations. */
export function keptIn(view: string, filters: ChatFilters): ChatFilters {
  const isOpen = !isBuiltIn(view) || VIEW_FILTERS[view].status === 'open'
  const order = orderOf(filters)
  return isOpen && order !== 'sla' ? withOrder({}, order) : {}
}

/** The storage key of the last selected view. */
export const VIEW_KEY = 'parley-inbox-view'

/** Returns whether `text` is the name of a built-in view. */
export function isBuiltIn(text: string): text is BuiltInView {
  return (VIEWS as readonly string[]).includes(text)
}

/** Reads the filters in `record`, such as a saved view or search parameters; ignores everything else. */
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
    ...text('team_id'),
    ...text('channel_id'),
    ...text('tag_id'),
    ...text('priority'),
    ...text('holder'),
    ...text('sla'),
    ...flag('unread'),
    ...flag('waiting'),
    ...flag('mentioned'),
  }
}

/** Reads the filters that the address adds to its view. */
export function readChosen(record: Record<string, unknown>): ChatFilters {
  const { status: _, mentioned: __, ...chosen } = readFilters(record)
  return chosen
}

/** Rows of a list's first page: one screen, and some to scroll into while the next page loads. */
const FIRST_ROWS = 30
/** Rows of later pages. */
const MORE_ROWS = 100

/** Returns the query of a list, or of the page after `cursor`. */
export function toQuery(filters: ChatFilters, cursor?: string): Query {
  const limit = cursor === undefined ? FIRST_ROWS : MORE_ROWS
  const order = orderOf(filters)
  return { ...filters, ...(order !== 'activity' && { sort: order }), limit, cursor }
}

/** Returns how urgent the next SLA target of a conversation is now. */
export function urgencyOf({ due_at, warning_at }: NonNullable<Chat['sla']>): SlaUrgency {
  const now = Date.now()
  if (Date.parse(due_at) < now) return 'breached'
  return warning_at !== null && Date.parse(warning_at) <= now ? 'at_risk' : 'on_time'
}

/**
 * Returns whether a conversation belongs to the list of `filters`, for the member `membershipId`. One that is listed
 * as unread or as a mention stays after it is read, until the list is opened again.
 */
export function belongsTo(
  filters: ChatFilters,
  membershipId: string,
): (chat: Chat, isListed: boolean) => boolean {
  const statuses = filters.status?.split(',')
  const holders = filters.holder?.split(',')
  const { team_id: team } = filters
  const priorities = filters.priority?.split(',')
  const assignee = filters.assignee_id === 'me' ? membershipId : filters.assignee_id
  return (chat, isListed) =>
    (!statuses || statuses.includes(chat.status)) &&
    (assignee === undefined ||
      (assignee === 'none' ? chat.assignee_id === null : chat.assignee_id === assignee)) &&
    (team === undefined ||
      (team === 'mine'
        ? chat.team_id !== null && ownTeamIds().includes(chat.team_id)
        : chat.team_id === (team === 'none' ? null : team))) &&
    (!filters.channel_id || chat.channel.id === filters.channel_id) &&
    (!filters.tag_id || chat.tags.some(({ id }) => id === filters.tag_id)) &&
    (!priorities || priorities.includes(chat.priority ?? 'none')) &&
    (!holders || (chat.holder !== null && holders.includes(chat.holder.type))) &&
    (!filters.unread || isListed || chat.unread_count > 0) &&
    (!filters.waiting || chat.waiting_since !== null) &&
    (!filters.sla || (chat.sla !== null && filters.sla.includes(urgencyOf(chat.sla)))) &&
    (!filters.mentioned || isListed)
}

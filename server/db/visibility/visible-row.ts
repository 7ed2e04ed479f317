import type { VisibleBy } from '../table.ts'
import type { TableName } from '../tables.ts'
import { ALL_TABLES } from '../tables.ts'
import type { Viewer } from './viewer.ts'

/** The parameters of a viewer's conditions. */
export type ViewerParameter = 'workspace' | 'id' | 'actor' | 'teams' | 'seesNoTeam'

/** Returns the text of a parameter, such as `$3`. */
type Parameter = (name: ViewerParameter) => string

type Conditions = { kind: Viewer['kind']; $: Parameter }

/** The decision of each table whose rows are hidden from some viewers. */
const DECISIONS: ReadonlyMap<string, VisibleBy> = new Map(
  ALL_TABLES.flatMap(({ name, visibleBy }) =>
    typeof visibleBy === 'string' ? [[name, visibleBy] as const] : [],
  ),
)

/** Returns whether rows of a table are hidden from some viewers. */
export function isGuarded(name: string): name is TableName {
  return DECISIONS.has(name)
}

/**
 * Returns the condition that a viewer sees the row `row` of a guarded table. All conditions are about rows of the viewer's workspace, in
 * whatever statement they are.
 */
export function visibleRow(table: TableName, row: string, viewer: Conditions): string {
  return `${row}.workspace_id = ${viewer.$('workspace')}::uuid and (${bySubject(table, row, viewer)})`
}

function bySubject(table: TableName, row: string, viewer: Conditions): string {
  const decision = DECISIONS.get(table)
  switch (decision) {
    case 'conversation':
      return conversation(row, viewer)
    case 'activity':
      return conversation(row, viewer, `${row}.chat_id`)
    case 'ticket':
      return ticket(row, viewer)
    case 'contact':
      return contact(`coalesce(${row}.merged_into_id, ${row}.id)`, viewer)
    case 'chat_id':
      return conversationOf(`${row}.chat_id`, viewer)
    case 'ticket_id':
      return ticketOf(`${row}.ticket_id`, viewer)
    case 'message_id':
      return messageOf(`${row}.message_id`, viewer)
    case 'person_id':
    case 'survivor_id':
    case 'contact_id':
      return contact(`${row}.${decision}`, viewer)
    case 'created_by':
    case 'created_by_id':
      return `${row}.${decision} = ${viewer.$('actor')}::uuid`
    case 'import_id':
      return rowOf(
        'imports',
        `${row}.import_id`,
        (each) => bySubject('imports', each, viewer),
        viewer,
      )
    case 'bulk_action_id':
      return bulkItem(row, viewer)
    case 'data':
      return timelineEntry(row, viewer)
    case 'notified':
      return notification(row, viewer)
    case 'uploaded':
      return upload(row, viewer)
    case 'body':
      return event(row, viewer)
    case 'nobody':
      return 'false'
    case undefined:
    default:
      throw new Error(`The rows of ${table} are visible to everybody.`)
  }
}

/** The condition of the rule: the team of a conversation or ticket, its assignee, and who takes part in the conversation `id`. */
function conversation(row: string, viewer: Conditions, id = `${row}.id`): string {
  const { kind, $ } = viewer
  if (kind === 'key') return ofTeam(row, viewer)
  const takesPart = `exists (
    select from chat_participants as participant
    where participant.workspace_id = ${$('workspace')}::uuid and participant.chat_id = ${id}
      and participant.membership_id = ${$('id')}::uuid)`
  return `${ofTeamOrAssigned(row, viewer)} or ${takesPart}`
}

function ticket(row: string, viewer: Conditions): string {
  const own = viewer.kind === 'key' ? ofTeam(row, viewer) : ofTeamOrAssigned(row, viewer)
  return `${own} or ${conversationOf(`${row}.chat_id`, viewer)}`
}

function ofTeamOrAssigned(row: string, viewer: Conditions): string {
  const team = ofTeam(row, viewer)
  const queue = viewer.kind === 'own' ? `(${row}.assignee_id is null and (${team}))` : team
  return `${row}.assignee_id = ${viewer.$('id')}::uuid or ${queue}`
}

/** The array is read once per statement; the planner can use it for an index. */
function ofTeam(row: string, { kind, $ }: Conditions): string {
  const teams =
    kind === 'key'
      ? `${$('teams')}::uuid[]`
      : `array(
    select member.team_id from team_members as member
    where member.workspace_id = ${$('workspace')}::uuid and member.membership_id = ${$('id')}::uuid)`
  return `${row}.team_id = any (${teams}) or (${row}.team_id is null and ${$('seesNoTeam')}::boolean)`
}

function contact(id: string, viewer: Conditions): string {
  const own = (table: 'chats' | 'tickets', name: string, condition: string) =>
    `exists (
    select from ${table} as ${name}
    where ${name}.workspace_id = ${viewer.$('workspace')}::uuid and ${name}.person_id = ${id}${condition})`
  return `${own('chats', 'own_chat', ` and (${conversation('own_chat', viewer)})`)}
    or ${own('tickets', 'own_ticket', ` and (${ticket('own_ticket', viewer)})`)}
    or (${viewer.$('seesNoTeam')}::boolean and not ${own('chats', 'any_chat', '')} and not ${own('tickets', 'any_ticket', '')})`
}

function rowOf(
  table: string,
  id: string,
  condition: (row: string) => string,
  { $ }: Conditions,
): string {
  const row = `its_${table}`
  return `exists (
    select from ${table} as ${row}
    where ${row}.workspace_id = ${$('workspace')}::uuid and ${row}.id = ${id} and (${condition(row)}))`
}

function conversationOf(id: string, viewer: Conditions): string {
  return rowOf('chats', id, (row) => conversation(row, viewer), viewer)
}

function ticketOf(id: string, viewer: Conditions): string {
  return rowOf('tickets', id, (row) => ticket(row, viewer), viewer)
}

function messageOf(id: string, viewer: Conditions): string {
  return rowOf('messages', id, (row) => conversationOf(`${row}.chat_id`, viewer), viewer)
}

/** Entries of a conversation or a ticket are seen with it, all others with the contact. */
function timelineEntry(row: string, viewer: Conditions): string {
  const named = (field: string, find: (id: string) => string) =>
    `(${row}.data ->> '${field}' is null or ${find(`(${row}.data ->> '${field}')::uuid`)})`
  return `(${contact(`${row}.person_id`, viewer)})
    and ${named('conversation_id', (id) => conversationOf(id, viewer))}
    and ${named('ticket_id', (id) => ticketOf(id, viewer))}`
}

/** Notifications of bulk actions name no conversation and no ticket. */
function notification(row: string, viewer: Conditions): string {
  return `(${row}.chat_id is null or ${conversationOf(`${row}.chat_id`, viewer)})
    and (${row}.ticket_id is null or ${ticketOf(`${row}.ticket_id`, viewer)})`
}

/** A file is its author's until something uses it. Files of earlier releases have no author, and are everybody's until then. */
function upload(row: string, viewer: Conditions): string {
  const { $ } = viewer
  const sent = `select from messages as sent
    where sent.workspace_id = ${$('workspace')}::uuid and sent.direction = 'outbound'
      and sent.media ->> 'id' = ${row}.id::text`
  const attached = `select from ticket_attachments as attached
    where attached.workspace_id = ${$('workspace')}::uuid and attached.upload_id = ${row}.id`
  const canned = `select from canned_reply_files as canned
    join canned_replies as reply on reply.workspace_id = ${$('workspace')}::uuid and reply.id = canned.reply_id
      and (reply.membership_id is null or reply.membership_id = ${$('actor')}::uuid)
    where canned.workspace_id = ${$('workspace')}::uuid and canned.upload_id = ${row}.id`
  return `${row}.created_by = ${$('actor')}::uuid
    or exists (${canned})
    or exists (${sent} and ${conversationOf('sent.chat_id', viewer)})
    or exists (${attached} and ${ticketOf('attached.ticket_id', viewer)})
    or (${row}.created_by is null and not exists (${sent}) and not exists (${attached}))`
}

function bulkItem(row: string, viewer: Conditions): string {
  return rowOf(
    'bulk_actions',
    `${row}.bulk_action_id`,
    (action) => `${bySubject('bulk_actions', action, viewer)} and case ${action}.subject
      when 'chats' then ${conversationOf(`${row}.item_id`, viewer)}
      when 'tickets' then ${ticketOf(`${row}.item_id`, viewer)}
      else ${contact(`${row}.item_id`, viewer)} end`,
    viewer,
  )
}

/** Returns the condition for an event: its subject, as the part of its type before the dot names it, is visible. */
function event(row: string, viewer: Conditions): string {
  const data = (field: string) => `(${row}.body::jsonb #>> '{data,${field}}')::uuid`
  return `case split_part(${row}.type, '.', 1)
    when 'message' then ${conversationOf(data('conversation_id'), viewer)}
    when 'note' then ${conversationOf(data('conversation_id'), viewer)}
    when 'csat' then ${conversationOf(data('conversation_id'), viewer)}
    when 'sla' then ${conversationOf(data('conversation_id'), viewer)}
    when 'conversation' then ${conversationOf(data('id'), viewer)}
    when 'ticket' then ${ticketOf(data('id'), viewer)}
    when 'ticket_comment' then ${ticketOf(data('ticket_id'), viewer)}
    when 'contact' then ${contact(data('id'), viewer)}
    when 'bot' then ${conversationOf(data('conversation_id'), viewer)}
    when 'member' then true
    else false end`
}

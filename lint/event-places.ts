import { partOf } from './parts.ts'

/**
 * The places that record events, by what the events are about (the part of an event type before its dot): parts of
 * `lint/domains.ts`, or single verbs of parts that otherwise record none.
 *
 * A file of these places that opens a transaction must record an event; no other file may.
 */
export const EVENT_PLACES: Readonly<Record<string, readonly string[]>> = {
  automation: ['rules/record-automation.ts'],
  bot: ['bots/time-out-bots.ts'],
  contact: [
    'blocks',
    'contacts',
    'contacts/imports/run-batch.ts',
    'erasures/finish-erasure.ts',
    'inbound/forms/process-submission.ts',
    'merges',
    'messages/queueing',
    'messages/receiving',
    'messages/sending',
    'messages/state',
    'inbound/ingest/process-payloads.ts',
    'opt-outs/set-opt-out.ts',
  ],
  conversation: [
    'sla/update-targets.ts',
    'away-replies/send-away-reply.ts',
    'blocks',
    'bots/delete-bot.ts',
    'bots/time-out-bots.ts',
    'bulk-actions/work-batch.ts',
    'conversations',
    'inbound/ingest/process-payloads.ts',
    'members/remove-member.ts',
    'teams/delete-team.ts',
  ],
  csat: ['csat/page', 'messages/receiving', 'inbound/ingest/process-payloads.ts'],
  member: ['availability', 'members/set-picture.ts'],
  message: [
    'inbound/ingest/process-payloads.ts',
    'messages/queueing',
    'messages/receiving',
    'messages/receiving/media',
    'messages/sending',
    'messages/state',
  ],
  note: ['conversations/notes'],
  sla: ['sla/record-due.ts'],
  ticket: [
    'bulk-actions/work-batch.ts',
    'merges',
    'tickets',
    'tickets/customer-updates',
    'tickets/followers',
    'tickets/links',
  ],
  ticket_comment: ['tickets/activity'],
}

const PLACES = new Set(Object.values(EVENT_PLACES).flat())

/** Whether the file at `path` (from the repository's root) is where events are recorded. */
export function isEventPlace(path: string): boolean {
  const part = partOf(path)
  return PLACES.has(path.slice('server/'.length)) || (part !== undefined && PLACES.has(part))
}

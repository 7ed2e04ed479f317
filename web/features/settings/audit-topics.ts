import type { AuditEntry } from '#account/audit/schema.ts'

/** The actions in the audit log by topic, for its filter. */
export const AUDIT_TOPICS = {
  workspace: ['workspace.updated'],
  people: [
    'member.added',
    'member.invited',
    'invitation.resent',
    'invitation.revoked',
    'member.joined',
    'member.role_changed',
    'member.removed',
    'member.password_changed',
    'member.password_reset',
    'member.password_set',
    'member.disabled',
    'member.enabled',
    'member.second_factor_turned_on',
    'member.second_factor_turned_off',
    'member.second_factor_reset',
    'member.recovery_codes_replaced',
    'member.recovery_code_used',
  ],
  keys: ['api_key.created', 'api_key.revoked'],
  webhooks: [
    'webhook_endpoint.created',
    'webhook_endpoint.updated',
    'webhook_endpoint.deleted',
    'webhook_endpoint.secret_rotated',
    'webhook_endpoint.overlap_ended',
    'replay.created',
    'replay.cancelled',
    'event.resent',
    'inbound.reprocessed',
  ],
  channels: ['channel.connected', 'channel.updated', 'channel.disconnected', 'channel.released'],
  forms: ['form.created', 'form.updated', 'form.token_rotated', 'form.deleted'],
  contacts: [
    'contact.merged',
    'contact.merge_undone',
    'contacts.exported',
    'import.started',
    'import.cancelled',
  ],
  inbox: [
    'note.deleted',
    'tag.created',
    'tag.updated',
    'tag.deleted',
    'canned_reply.created',
    'canned_reply.updated',
    'canned_reply.deleted',
    'view.shared',
    'view.deleted',
  ],
  reports: ['report.exported'],
} as const satisfies Record<string, readonly AuditEntry['action'][]>

/** A topic of the audit log. */
export type AuditTopic = keyof typeof AUDIT_TOPICS

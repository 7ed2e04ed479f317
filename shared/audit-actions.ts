/** Every action that the audit log can contain, by the topic of its filter. Add new actions here. */
export const AUDIT_TOPICS = {
  workspace: [
    'workspace.updated',
    'workspace.picture_set',
    'workspace.picture_removed',
    'opt_out_settings.updated',
    'csat_settings.updated',
    'away_reply.updated',
  ],
  people: [
    'member.added',
    'member.invited',
    'invitation.resent',
    'invitation.revoked',
    'member.joined',
    'member.role_changed',
    'member.availability_set',
    'member.picture_set',
    'member.picture_removed',
    'team.created',
    'team.updated',
    'team.assignment_updated',
    'team.away_reply_updated',
    'team.deleted',
    'bot.created',
    'bot.updated',
    'bot.deleted',
    'role.created',
    'role.updated',
    'role.deleted',
    'member.removed',
    'member.disabled',
    'member.enabled',
  ],
  sign_in: [
    'member.signed_in',
    'member.sign_in_failed',
    'member.signed_out',
    'member.sessions_ended',
    'member.sessions_ended_by_operator',
    'member.confirmation_failed',
    'member.password_changed',
    'member.password_reset',
    'member.password_set',
    'member.second_factor_turned_on',
    'member.second_factor_turned_off',
    'member.second_factor_reset',
    'member.recovery_codes_replaced',
    'member.recovery_code_used',
    'member.passkey_added',
    'member.passkey_removed',
    'member.passkeys_removed',
    'member.passkey_copied',
  ],
  sso: [
    'sso.configured',
    'sso.removed',
    'sso.required',
    'sso.not_required',
    'sso.domain_added',
    'sso.domain_verified',
    'sso.domain_lapsed',
    'sso.domain_removed',
    'member.sso_linked',
    'sso.sign_in_failed',
  ],
  keys: [
    'api_key.created',
    'api_key.revoked',
    'api_key.rotated',
    'app.connected',
    'app.disconnected',
    'app.misused',
  ],
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
    'inbound.dismissed',
  ],
  channels: [
    'channel.connected',
    'channel.updated',
    'channel.disconnected',
    'channel.released',
    'web_chat.updated',
    'web_chat.secret_rotated',
  ],
  forms: ['form.created', 'form.updated', 'form.token_rotated', 'form.deleted'],
  contacts: [
    'contact.merged',
    'contact.merge_undone',
    'contact.erased',
    'contact.blocked',
    'contact.unblocked',
    'contact.opted_out',
    'contact.opted_in',
    'contact.export_requested',
    'contact.export_downloaded',
    'contacts.exported',
    'custom_field.created',
    'custom_field.updated',
    'custom_field.archived',
    'custom_field.restored',
    'import.started',
    'import.cancelled',
    'import.rejects_exported',
  ],
  inbox: [
    'note.deleted',
    'ticket_comment.deleted',
    'ticket_type.created',
    'ticket_type.updated',
    'ticket_type.deleted',
    'tag.created',
    'tag.updated',
    'tag.deleted',
    'canned_reply.created',
    'canned_reply.updated',
    'canned_reply.deleted',
    'rule.created',
    'rule.updated',
    'rule.deleted',
    'rule.switched_off',
    'macro.created',
    'macro.updated',
    'macro.deleted',
    'business_hours.created',
    'business_hours.updated',
    'business_hours.deleted',
    'sla_policy.created',
    'sla_policy.updated',
    'sla_policy.deleted',
    'view.shared',
    'view.deleted',
    'conversations.exported',
    'messages.exported',
    'tickets.exported',
  ],
  reports: [
    'report.exported',
    'report_schedule.created',
    'report_schedule.updated',
    'report_schedule.deleted',
    'price_list.uploaded',
    'price_list.deleted',
  ],
  bulk_actions: ['bulk_action.created', 'bulk_action.canceled', 'bulk_action.undone'],
} as const satisfies Record<string, readonly `${string}.${string}`[]>

/** A topic of the audit log. */
export type AuditTopic = keyof typeof AUDIT_TOPICS

/** The name of an audited action, such as `api_key.created`. */
export type AuditAction = (typeof AUDIT_TOPICS)[AuditTopic][number]

/** Every action that the audit log can contain. */
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(AUDIT_TOPICS).flat()

type Subject = AuditAction extends `${infer S}.${string}` ? S : never
type VerbOf<S extends string> = AuditAction extends infer A
  ? A extends `${S}.${infer V}`
    ? V
    : never
  : never

/** A text for each action, by its subject and verb. */
export type AuditActionTexts = { [S in Subject]: { [V in VerbOf<S>]: string } }

/** The ways in which a session is created. */
export type SignInMethod =
  | 'sso'
  | 'password'
  | 'second_factor'
  | 'recovery_code'
  | 'passkey'
  | 'invitation'

/** The reasons for which the sign-in of a known user fails. */
export type SignInFailure = 'password' | 'second_factor' | 'passkey' | 'disabled'

/** The reasons for which a sign-in with a workspace's issuer fails. */
export type SsoFailure =
  | 'issuer_unavailable'
  | 'issuer_error'
  | 'client_rejected'
  | 'clock'
  | 'invalid_answer'
  | 'email_missing'
  | 'email_unverified'
  | 'not_member'
  | 'former_member'
  | 'disabled'
  | 'not_asked_again'
  | 'other_user'

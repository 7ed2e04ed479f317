import type { Rule } from './rules.ts'

/** Statements that break a rule, by the tables that they combine. */
export const KNOWN_STATEMENTS: readonly { rule: Rule; what: string }[] = [
  // A worker polls on the server on which its lanes lie.
  { rule: 'homes', what: 'events, lanes, webhook_deliveries, webhook_endpoints' },
  // To be split before the directory has a database of its own.
  { rule: 'homes', what: 'form_routes, forms' },
  { rule: 'homes', what: 'notification_pushes, push_devices' },
]

/**
 * Files that begin transactions with rows of a tenant and of the directory (`unknown`: the stack was lost). To be split
 * before the directory has a database of its own.
 */
export const KNOWN_TRANSACTIONS: readonly string[] = [
  'account/audit/record-failure.ts',
  'account/invitations/accept-invitation.ts',
  'account/invitations/revoke-invitation.ts',
  'account/invitations/routes.ts',
  'account/keys/create-api-key.ts',
  'account/keys/revoke-api-key.ts',
  'account/passkeys/remove-passkey.ts',
  'account/passkeys/routes.ts',
  'account/profile/change-password.ts',
  'account/profile/request-password-reset.ts',
  'account/profile/routes.ts',
  'account/security/routes.ts',
  'account/sessions/end-own-session.ts',
  'account/sso/check-domains.ts',
  'account/sso/configure-sso.ts',
  'account/sso/domains.ts',
  'account/sso/finish-sso.ts',
  'account/sso/remove-sso.ts',
  'account/sso/require-sso.ts',
  'account/sso/routes.ts',
  'account/users/failure-count.ts',
  'account/users/routes.ts',
  'account/users/sign-out.ts',
  'account/workspaces/create-workspace.ts',
  'bulk-actions/work-batch.ts',
  'channels/create-channel.ts',
  'channels/update-channel.ts',
  'conversations/notes/create-note.ts',
  'conversations/notes/delete-note.ts',
  'conversations/update-chat.ts',
  'http/batched-verb.ts',
  'http/idempotency.ts',
  'inbound/forms/create-form.ts',
  'inbound/forms/developer/delete-form.ts',
  'inbound/forms/process-submission.ts',
  'inbound/ingest/process-payloads.ts',
  'inbox/views/delete-view.ts',
  'members/remove-member.ts',
  'messages/sending/record-attempts.ts',
  'notifications/mailing/queue-missed-mails.ts',
  'notifications/recording/notify-lane.ts',
  'notifications/recording/record-overdue-tickets.ts',
  'tickets/activity/delete-comment.ts',
  'unknown',
  'webhooks/delivering/record-health.ts',
  'webhooks/delivering/record-probe.ts',
]

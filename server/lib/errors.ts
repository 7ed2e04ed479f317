/** The HTTP status and the title of every error code. Nothing else maps a domain error to HTTP. */
export const ERRORS = {
  malformed_json: [400, 'The body is not valid JSON'],
  invalid_cursor: [400, 'The cursor is not valid'],
  invalid_header: [400, 'A header is not valid'],
  bad_request: [400, 'The request is not valid'],
  unauthenticated: [401, 'Authentication is required'],
  invalid_credentials: [401, 'The e-mail address or the password is incorrect'],
  invalid_api_key: [401, 'The API key is not valid'],
  invalid_signature: [401, 'The signature is not valid'],
  insufficient_scope: [403, 'The API key lacks a required scope'],
  admin_required: [403, 'Only an admin can do this'],
  author_required: [403, 'Only the author or an admin can do this'],
  workspace_required: [403, 'The user is not a member of a workspace'],
  cross_origin: [403, 'The request comes from another origin'],
  verification_failed: [403, 'The verification failed'],
  route_not_found: [404, 'The route does not exist'],
  conversation_not_found: [404, 'The conversation does not exist'],
  media_not_found: [404, 'The file does not exist'],
  payload_not_found: [404, 'The payload does not exist'],
  message_not_found: [404, 'The message does not exist'],
  person_not_found: [404, 'The contact does not exist'],
  note_not_found: [404, 'The note does not exist'],
  tag_not_found: [404, 'The tag does not exist'],
  canned_reply_not_found: [404, 'The canned reply does not exist'],
  view_not_found: [404, 'The view does not exist'],
  merge_not_found: [404, 'The merge does not exist'],
  import_not_found: [404, 'The import does not exist'],
  ticket_not_found: [404, 'The ticket does not exist'],
  channel_not_found: [404, 'The channel does not exist'],
  membership_not_found: [404, 'The membership does not exist'],
  workspace_not_found: [404, 'The workspace does not exist'],
  password_reset_not_found: [404, 'The password reset link is no longer valid'],
  invitation_not_found: [404, 'The invitation does not exist'],
  form_not_found: [404, 'The form does not exist'],
  api_key_not_found: [404, 'The API key does not exist'],
  endpoint_not_found: [404, 'The webhook endpoint does not exist'],
  delivery_not_found: [404, 'The delivery does not exist'],
  replay_not_found: [404, 'The replay does not exist'],
  event_not_found: [404, 'The event does not exist'],
  notice_not_found: [404, 'The notice does not exist'],
  platform_not_found: [404, 'The platform does not exist'],
  request_timeout: [408, 'The request took too long to arrive'],
  idempotency_key_in_flight: [409, 'A request with this idempotency key is in progress'],
  delivery_pending: [409, 'The delivery is already pending'],
  channel_not_connected: [409, 'The channel is not connected'],
  business_account_unknown: [409, "The channel's business account is not known"],
  too_many_secrets: [409, 'Too many signing secrets are valid'],
  message_not_failed: [409, 'The message has not failed'],
  message_retried: [409, 'The message was already retried'],
  tag_taken: [409, 'A tag with this name already exists'],
  shortcut_taken: [409, 'A canned reply with this shortcut already exists'],
  replay_ended: [409, 'The replay has ended'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled'],
  person_merged: [409, 'The contact was merged into another one'],
  merge_undone: [409, 'The merge was already undone'],
  merge_not_last: [409, 'A later merge must be undone first'],
  import_busy: [409, 'The import is in progress'],
  import_not_ready: [409, 'The import has not been checked'],
  import_ended: [409, 'The import has ended'],
  identity_taken: [409, 'The phone number or e-mail address belongs to another contact'],
  slug_taken: [409, 'A workspace with this name already exists'],
  email_taken: [409, 'The e-mail address is already in use'],
  webhook_loop: [409, 'A webhook delivery was posted to a form'],
  already_member: [409, 'The person is already a member'],
  last_admin: [409, 'A workspace must keep at least one admin'],
  invitation_open: [409, 'The person already has an open invitation'],
  invitation_closed: [409, 'The invitation is no longer open'],
  channel_taken: [409, 'The channel is already connected'],
  open_form_taken: [409, 'A form without a token already exists'],
  cursor_expired: [410, 'The events after the cursor were deleted'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The content type is not supported'],
  validation_failed: [422, 'The request has invalid fields'],
  missing_target: [422, 'The message has no target'],
  conflicting_targets: [422, 'The targets contradict each other'],
  conflicting_fields: [422, 'Two fields contradict each other'],
  invalid_file: [422, 'The file cannot be read'],
  invalid_phone: [422, 'The phone number is not valid'],
  window_closed: [422, 'The customer service window is closed'],
  template_not_usable: [422, 'The template cannot be sent'],
  media_not_usable: [422, 'The file cannot be sent'],
  invalid_url: [422, 'The URL is not allowed'],
  idempotency_key_reused: [422, 'The idempotency key was used with a different body'],
  rate_limited: [429, 'Too many requests'],
  too_many_streams: [429, 'The API key has too many open streams'],
  headers_too_large: [431, 'The headers are too large'],
  platform_refused: [502, 'The platform rejected the request'],
  internal: [500, 'An internal error occurred'],
  database_unavailable: [503, 'The service is temporarily unavailable'],
  media_store_unavailable: [503, 'The file storage is unavailable'],
  streams_exhausted: [503, 'The server has too many open streams'],
  webhook_not_configured: [503, 'The webhook is not configured'],
} as const satisfies Record<string, readonly [status: number, title: string]>

/** A stable snake_case code that clients can rely on. */
export type ErrorCode = keyof typeof ERRORS

/** One invalid field of a 422 response. `field` is a dotted path into the body or the query. */
export type FieldError = { field: string; code: string; message: string }

/** An error that is shown to the caller. `message` must not contain anything internal. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields ?? []
    this.headers = options.headers ?? {}
  }
}

/**
 * Creates an `AppError` about one field. A message that starts in lower case is a predicate: the field's name is put
 * before it.
 */
export function fieldError(code: ErrorCode, field: string, message: string): AppError {
  const detail = /^[a-z]/.test(message) ? `${field} ${message}.` : message
  return new AppError(code, detail, { fields: [{ field, code, message }] })
}

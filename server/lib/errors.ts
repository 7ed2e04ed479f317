/** HTTP status and title of every error code callers can meet: the only link between a domain error and HTTP. */
export const ERRORS = {
  malformed_json: [400, 'The body is not valid JSON'],
  invalid_cursor: [400, 'The cursor is not valid'],
  invalid_header: [400, 'A header is not valid'],
  bad_request: [400, 'The request is not valid'],
  unauthenticated: [401, 'Authentication is required'],
  invalid_credentials: [401, 'The e-mail address or the password is not right'],
  invalid_api_key: [401, 'The API key is not valid'],
  invalid_signature: [401, 'The signature is not valid'],
  insufficient_scope: [403, 'The API key lacks a scope'],
  admin_required: [403, 'An admin of the workspace is required'],
  author_required: [403, 'Only who made it or an admin may do that'],
  workspace_required: [403, 'The user is not a member of a workspace'],
  cross_origin: [403, 'The request comes from another origin'],
  verification_failed: [403, 'The verification failed'],
  route_not_found: [404, 'There is no such route'],
  conversation_not_found: [404, 'There is no such conversation'],
  media_not_found: [404, 'There is no such file'],
  payload_not_found: [404, 'There is no such payload'],
  message_not_found: [404, 'There is no such message'],
  person_not_found: [404, 'There is no such person'],
  note_not_found: [404, 'There is no such note'],
  tag_not_found: [404, 'There is no such tag'],
  canned_reply_not_found: [404, 'There is no such canned reply'],
  view_not_found: [404, 'There is no such view'],
  merge_not_found: [404, 'There is no such merge'],
  import_not_found: [404, 'There is no such import'],
  ticket_not_found: [404, 'There is no such ticket'],
  channel_not_found: [404, 'There is no such channel'],
  membership_not_found: [404, 'There is no such membership'],
  workspace_not_found: [404, 'There is no such workspace'],
  password_reset_not_found: [404, 'The link is no longer valid'],
  invitation_not_found: [404, 'There is no such invitation'],
  form_not_found: [404, 'There is no such form'],
  api_key_not_found: [404, 'There is no such API key'],
  endpoint_not_found: [404, 'There is no such webhook endpoint'],
  delivery_not_found: [404, 'There is no such delivery'],
  replay_not_found: [404, 'There is no such replay'],
  event_not_found: [404, 'There is no such event'],
  notice_not_found: [404, 'There is no such notice'],
  platform_not_found: [404, 'There is no such platform'],
  request_timeout: [408, 'The request took too long to arrive'],
  idempotency_key_in_flight: [409, 'A request with this idempotency key is in flight'],
  delivery_pending: [409, 'The delivery is pending already'],
  channel_not_connected: [409, 'The channel is not connected'],
  business_account_unknown: [409, 'The business account of the channel is not known'],
  too_many_secrets: [409, 'Too many secrets are valid'],
  message_not_failed: [409, 'The message has not failed'],
  message_retried: [409, 'The message was sent again already'],
  tag_taken: [409, 'There is a tag of this name'],
  shortcut_taken: [409, 'There is a canned reply with this shortcut'],
  replay_ended: [409, 'The replay has ended'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled'],
  person_merged: [409, 'The person was merged into another'],
  merge_undone: [409, 'The merge was undone'],
  merge_not_last: [409, 'A later merge stands in the way'],
  import_busy: [409, 'The import is at work'],
  import_not_ready: [409, 'The import was not checked'],
  import_ended: [409, 'The import has ended'],
  identity_taken: [409, 'The phone or the e-mail address belongs to somebody else'],
  slug_taken: [409, 'The name is taken'],
  email_taken: [409, 'The e-mail address is taken'],
  webhook_loop: [409, 'A webhook delivery was posted to a form'],
  already_member: [409, 'The person is a member already'],
  last_admin: [409, 'The last admin of a workspace must stay'],
  invitation_open: [409, 'There is an open invitation already'],
  invitation_closed: [409, 'The invitation is over'],
  channel_taken: [409, 'The channel is connected already'],
  open_form_taken: [409, 'There is an open form already'],
  cursor_expired: [410, 'Events after the cursor are no longer kept'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The content type is not supported'],
  validation_failed: [422, 'The request has invalid fields'],
  missing_target: [422, 'A target is missing'],
  conflicting_targets: [422, 'The targets disagree'],
  conflicting_fields: [422, 'A field and its alias disagree'],
  invalid_file: [422, 'The file cannot be read'],
  invalid_phone: [422, 'The phone number is not valid'],
  window_closed: [422, 'The customer service window is closed'],
  template_not_usable: [422, 'The template cannot be sent'],
  media_not_usable: [422, 'The file cannot be sent'],
  invalid_url: [422, 'The URL is not allowed'],
  idempotency_key_reused: [422, 'The idempotency key was used with another body'],
  rate_limited: [429, 'Too many requests'],
  too_many_streams: [429, 'The API key has too many streams open'],
  headers_too_large: [431, 'The headers are too large'],
  platform_refused: [502, 'The platform refused'],
  internal: [500, 'Something went wrong on our side'],
  database_unavailable: [503, 'The service is briefly unavailable'],
  media_store_unavailable: [503, 'The store of files is not available'],
  streams_exhausted: [503, 'The server has too many streams open'],
  webhook_not_configured: [503, 'The webhook is not configured'],
} as const satisfies Record<string, readonly [status: number, title: string]>

/** A stable, specific, snake_case word that callers can build on. */
export type ErrorCode = keyof typeof ERRORS

/** One invalid field of a 422: `field` is a dotted path into the body or the query. */
export type FieldError = { field: string; code: string; message: string }

/** An error that is the caller's to understand: `message` is shown to them, so it holds nothing internal. */
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

/** An `AppError` with code `code` about the single field `field`; a message that is no sentence tells of the field. */
export function fieldError(code: ErrorCode, field: string, message: string): AppError {
  const detail = /^[a-z]/.test(message) ? `${field} ${message}.` : message
  return new AppError(code, detail, { fields: [{ field, code, message }] })
}

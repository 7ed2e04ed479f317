/** The codes of errors that OAuth clients know. Sources: RFC 6749 §5.2, RFC 7591 §3.2.2, RFC 8707 §2. */
type OauthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An error in the form that OAuth clients expect. `message` is shown to their users. */
export class OauthError extends Error {
  readonly code: OauthErrorCode

  constructor(code: OauthErrorCode, message: string) {
    super(message)
    this.name = 'OauthError'
    this.code = code
  }
}

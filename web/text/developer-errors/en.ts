import { ERROR_EXPLANATIONS, STATUS_EXPLANATIONS } from '#shared/attempt-explanations.ts'

/** Why an attempt failed and what to do, in the words of the API. */
export const errors = {
  unknown: 'Failed.',
  answered: 'Response: {status}',
  words: {
    invalid_url: { short: 'Invalid URL', ...ERROR_EXPLANATIONS.invalid_url },
    invalid_request: { short: 'Invalid request', ...ERROR_EXPLANATIONS.invalid_request },
    blocked_target: { short: 'Blocked address', ...ERROR_EXPLANATIONS.blocked_target },
    dns_not_found: { short: 'Unknown host', ...ERROR_EXPLANATIONS.dns_not_found },
    dns_failed: { short: 'DNS lookup failed', ...ERROR_EXPLANATIONS.dns_failed },
    connection_refused: { short: 'Connection refused', ...ERROR_EXPLANATIONS.connection_refused },
    connection_failed: { short: 'Connection failed', ...ERROR_EXPLANATIONS.connection_failed },
    connection_closed: { short: 'Connection closed', ...ERROR_EXPLANATIONS.connection_closed },
    certificate_expired: {
      short: 'Certificate expired',
      ...ERROR_EXPLANATIONS.certificate_expired,
    },
    certificate_untrusted: {
      short: 'Certificate not trusted',
      ...ERROR_EXPLANATIONS.certificate_untrusted,
    },
    certificate_mismatch: {
      short: 'Certificate for another host',
      ...ERROR_EXPLANATIONS.certificate_mismatch,
    },
    client_certificate_required: {
      short: 'Client certificate missing',
      ...ERROR_EXPLANATIONS.client_certificate_required,
    },
    client_certificate_refused: {
      short: 'Client certificate refused',
      ...ERROR_EXPLANATIONS.client_certificate_refused,
    },
    tls_failed: { short: 'TLS failed', ...ERROR_EXPLANATIONS.tls_failed },
    invalid_response: { short: 'Invalid response', ...ERROR_EXPLANATIONS.invalid_response },
    timeout: { short: 'Timed out', ...ERROR_EXPLANATIONS.timeout },
    aborted: { short: 'Interrupted', ...ERROR_EXPLANATIONS.aborted },
    token_server_blocked: {
      short: 'Token URL blocked',
      ...ERROR_EXPLANATIONS.token_server_blocked,
    },
    token_server_failed: {
      short: 'No token: server failed',
      ...ERROR_EXPLANATIONS.token_server_failed,
    },
    token_refused: { short: 'No token: refused', ...ERROR_EXPLANATIONS.token_refused },
    token_invalid: { short: 'No token: invalid response', ...ERROR_EXPLANATIONS.token_invalid },
    redirect_not_followed: {
      short: 'Redirect not followed',
      ...ERROR_EXPLANATIONS.redirect_not_followed,
    },
    unexpected_status: { short: 'Rejected', ...ERROR_EXPLANATIONS.unexpected_status },
  },
  statuses: STATUS_EXPLANATIONS,
  clientError: 'The receiver responded with {status}.',
  serverError: 'The receiver failed ({status}).',
  serverErrorAdvice: 'Check the log of the receiver, or of the proxy in front of it, at this time.',
}

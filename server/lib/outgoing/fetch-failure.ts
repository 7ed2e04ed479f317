import { errors } from 'undici'
import type { FetchError } from '#shared/webhooks.ts'

/** The message of each failure of an HTTP request. Messages reveal nothing about our network. */
export const FETCH_FAILURES = {
  invalid_url: 'The URL is not valid.',
  invalid_request: 'The request has a method or header that cannot be sent.',
  blocked_target: 'The URL points to a private or reserved address, or to this service.',
  dns_not_found: 'The host name does not exist.',
  dns_failed: 'The host name could not be resolved.',
  connection_refused: 'The connection was refused.',
  connection_failed: 'The connection could not be established.',
  connection_closed: 'The connection was closed before the response was complete.',
  certificate_expired: 'The certificate has expired or is not valid yet.',
  certificate_untrusted:
    'The certificate is not issued by a trusted authority, or its chain is incomplete.',
  certificate_mismatch: 'The certificate is for a different host.',
  client_certificate_required: 'The server asks for a client certificate.',
  client_certificate_refused: 'The server refused the client certificate.',
  tls_failed: 'A secure connection could not be established.',
  invalid_response: 'The response is not valid HTTP, or its headers are too large.',
  timeout: 'The response was not complete in time.',
  aborted: 'The request was aborted.',
} as const satisfies Record<FetchError, string>

/** A failed request. Its message can be shown to the customer. */
export class FetchFailure extends Error {
  readonly word: FetchError

  constructor(word: FetchError, message: string = FETCH_FAILURES[word]) {
    super(message)
    this.name = 'FetchFailure'
    this.word = word
  }
}

/** Converts an error of a socket or the HTTP client to a failure. Throws any other error. */
export function toFetchFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  if (error instanceof errors.HTTPParserError) return new FetchFailure('invalid_response')
  const code = codeOf(error)
  if (code === undefined) throw error
  // Keep only the code, because the messages of these errors contain resolved addresses.
  if (code === 'ECONNREFUSED') return new FetchFailure('connection_refused')
  // Responses that the HTTP client does not expect: a status of 0, or an unrequested 100 or 101.
  if (code === 'ERR_ASSERTION' || /^bad (response|upgrade)$/.test(messageOf(error))) {
    return new FetchFailure('invalid_response')
  }
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO)$/.test(code)) {
    return new FetchFailure('connection_closed')
  }
  if (/^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code)) {
    return new FetchFailure('invalid_response')
  }
  if (/^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_)/.test(code)) {
    return new FetchFailure('invalid_request')
  }
  if (/^UND_ERR_(ABORTED|DESTROYED|CLOSED)$/.test(code)) return new FetchFailure('aborted')
  return new FetchFailure('connection_failed')
}

/** Converts any error of a connection attempt to a failure, because it came from outside. */
export function toConnectFailure(error: unknown): FetchFailure {
  return codeOf(error) === undefined ? new FetchFailure('connection_failed') : toFetchFailure(error)
}

/** Converts an error of a TLS handshake to a failure, with specific codes for certificate errors. */
export function toTlsFailure(error: unknown): FetchFailure {
  const code = codeOf(error) ?? ''
  const refusal = toCertificateRefusal(error)
  if (refusal) return refusal
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new FetchFailure('certificate_mismatch')
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return new FetchFailure('certificate_expired')
  }
  // OpenSSL's codes for a chain that does not lead to an authority. Source: Node's documentation of tls.
  const isUntrusted =
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT)|^CERT_(UNTRUSTED|REJECTED|REVOKED|CHAIN|SIGNATURE)|INVALID_CA/
  return new FetchFailure(isUntrusted.test(code) ? 'certificate_untrusted' : 'tls_failed')
}

/**
 * Returns the failure for an error of a TLS socket that is an alert of the server about the client certificate; undefined
 * for another error. OpenSSL's codes end in the name of the alert. Source: RFC 8446, section 6.2.
 */
export function toCertificateRefusal(error: unknown): FetchFailure | undefined {
  const code = codeOf(error) ?? ''
  if (code.endsWith('_ALERT_CERTIFICATE_REQUIRED'))
    return new FetchFailure('client_certificate_required')
  const isRefused =
    /_ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA|ACCESS_DENIED)$/
  return isRefused.test(code) ? new FetchFailure('client_certificate_refused') : undefined
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

import type { FetchFailureWord } from '#lib/fetch-failure.ts'

/** Why a try failed, as a stable word. */
export type AttemptErrorWord = FetchFailureWord | 'redirect_not_followed' | 'unexpected_status'

/** What an error word means, and what to do about it. */
export type Explanation = { meaning: string; advice: string }

/** Every word that a failed try can have, explained to whoever runs the receiver. */
export const ATTEMPT_ERRORS: Readonly<Record<AttemptErrorWord, Explanation>> = {
  invalid_url: {
    meaning: "The endpoint's URL cannot be called.",
    advice: 'Correct the URL of the endpoint: http:// or https://, without user and password.',
  },
  invalid_request: {
    meaning: 'The request could not be written for this URL.',
    advice: 'Correct the URL of the endpoint; if it looks right, tell support.',
  },
  blocked_target: {
    meaning:
      'The URL leads to an address or port that is private, reserved or our own, so it was not called.',
    advice:
      'Point the endpoint to a public address. For development use `parley listen`, which needs none.',
  },
  dns_not_found: {
    meaning: 'The host name of the URL does not exist.',
    advice: 'Check the spelling of the host, and that its DNS record is published.',
  },
  dns_failed: {
    meaning: 'The host name could not be resolved just then.',
    advice: 'Check the name servers of the domain; what is pending is tried again by itself.',
  },
  connection_refused: {
    meaning: 'Nothing accepted the connection at this host and port.',
    advice:
      'Check that the receiver runs, listens on this port, and is let through by the firewall.',
  },
  connection_failed: {
    meaning: 'No connection to the receiver came about.',
    advice: 'Check that its network is up, routed, and open to the internet.',
  },
  connection_closed: {
    meaning: 'The receiver closed the connection before its response was complete.',
    advice:
      'Look for crashes and for limits of proxies in front of the receiver. It may have handled the event: ignore an event id that you know.',
  },
  certificate_expired: {
    meaning: "The receiver's certificate has expired, or is not valid yet.",
    advice: 'Renew the certificate, and restart what serves it if it reads it only once.',
  },
  certificate_untrusted: {
    meaning: "The receiver's certificate could not be traced to a trusted authority.",
    advice:
      'Use one of a public authority, not a self-signed one, and serve it with its whole chain: browsers add what is missing, we do not.',
  },
  certificate_mismatch: {
    meaning: "The receiver's certificate is for another host.",
    advice: 'Use a certificate that names the host of the URL, or correct the URL.',
  },
  tls_failed: {
    meaning: 'No secure connection came about.',
    advice: 'Check that the port speaks TLS 1.2 or later, or begin the URL with http://.',
  },
  invalid_response: {
    meaning:
      'The response was not valid HTTP, or had headers over 16 KiB or endless ones around its body.',
    advice: 'Check that the port speaks HTTP/1.1, and what a proxy in front of it adds.',
  },
  timeout: {
    meaning: 'The exchange was not complete within 10 seconds, its body included.',
    advice:
      'Answer 2xx as soon as the event is stored and handle it afterwards. It may have been handled: ignore an event id that you know.',
  },
  aborted: {
    meaning: 'The try was given up because our worker stopped.',
    advice: 'Nothing to do: it is tried again by itself.',
  },
  redirect_not_followed: {
    meaning: 'The receiver answered with a redirect, and redirects are not followed.',
    advice: 'Set the URL of the endpoint to where it redirects.',
  },
  unexpected_status: {
    meaning: 'The receiver answered, but not with a status from 200 to 299.',
    advice: "Look into the receiver's own log at this time.",
  },
}

/** What some statuses say more. */
const STATUSES: Readonly<Record<number, Explanation>> = {
  400: {
    meaning: 'The receiver called the request malformed (400).',
    advice:
      'Most often its check of the signature failed: verify the raw body, before any JSON parsing. Try the signature debugger.',
  },
  401: {
    meaning: 'The receiver, or something in front of it, asked for a login (401).',
    advice: 'Take the path out of the login, and check the signature instead.',
  },
  403: {
    meaning: 'The receiver, or a firewall in front of it, forbade the request (403).',
    advice: 'Let the path through for requests from outside, and check the signature instead.',
  },
  404: {
    meaning: 'The receiver knows no such path (404).',
    advice: 'Compare the path of the URL with that of the handler, a final slash included.',
  },
  405: {
    meaning: 'The receiver takes no POST at this path (405).',
    advice: 'Compare the path of the URL with that of the handler, a final slash included.',
  },
  410: {
    meaning: 'The receiver said that it is gone for good (410), so the endpoint was disabled.',
    advice: 'Correct the URL if need be, and enable the endpoint.',
  },
  413: {
    meaning: 'The receiver found the body too large (413).',
    advice: 'Raise the limit of the receiver, or of the proxy in front of it, to at least 1 MiB.',
  },
  415: {
    meaning: 'The receiver does not take JSON at this path (415).',
    advice: 'Accept the content type application/json.',
  },
  429: {
    meaning: 'The receiver asked for fewer requests (429).',
    advice: "Set the endpoint's rate limit, or answer with Retry-After, which is honoured.",
  },
}

/** What the error word of a try means, and what to do; undefined for a success. */
export function explainAttemptError(
  error: string | null,
  status: number | null,
): Explanation | undefined {
  if (error === null || !isErrorWord(error)) return undefined
  if (error !== 'unexpected_status' || status === null) return ATTEMPT_ERRORS[error]
  if (STATUSES[status]) return STATUSES[status]
  if (status < 500) return { ...ATTEMPT_ERRORS[error], meaning: `The receiver answered ${status}.` }
  return {
    meaning: `The receiver failed (${status}).`,
    advice: "Look into the receiver's own log, or that of the proxy in front of it, at this time.",
  }
}

function isErrorWord(word: string): word is AttemptErrorWord {
  return Object.hasOwn(ATTEMPT_ERRORS, word)
}

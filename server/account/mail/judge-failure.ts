/**
 * What came of sending a mail. `refused`: the server will never take this one; `deferred`: not now;
 * `unreachable`: the server takes none at all just now, so the others need not be tried either.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'deferred' | 'unreachable'; error: string }

const ERROR_CHARACTERS_MAX = 300

/**
 * What a failure of the mail library stands for. Only what is said of the recipient or the message itself (RCPT TO,
 * DATA) is about this mail; the rest (connection, sign-in, sender) is about the server or our settings, which an
 * operator can mend. Source: RFC 5321 §4.2.1, replies of 5xx are permanent and of 4xx transient.
 */
export function judgeFailure(err: unknown): Exclude<MailOutcome, { kind: 'sent' }> {
  const { code, command, responseCode, response } = (err ?? {}) as {
    code?: unknown
    command?: unknown
    responseCode?: unknown
    response?: unknown
  }
  const word = typeof code === 'string' ? code : err instanceof Error ? err.name : 'unknown'
  // The server's own words where it answered: the library's messages may quote what was sent.
  const said = typeof response === 'string' ? response : word
  const error = said
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_CHARACTERS_MAX)
    .toWellFormed()
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA'
  if (typeof responseCode === 'number' && isOfThisMail) {
    // 421: the server closes down. Source: RFC 5321 §3.8.
    if (responseCode === 421) return { kind: 'unreachable', error }
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', error }
  }
  return { kind: 'unreachable', error }
}

import { errorFields } from '#lib/errors.ts'
/**
 * The outcome of sending a mail. `refused`: the server rejects this mail permanently. `deferred`: the server
 * rejects it for now. `unreachable`: the server accepts no mail at all, so there is no point in trying others.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'deferred' | 'unreachable'; error: string }

const ERROR_CHARACTERS_MAX = 300

/**
 * Classifies a failure of the mail library. Only replies about the recipient or the message (RCPT TO, DATA)
 * concern this mail. All others (connection, sign-in, sender) concern the server or our settings, which an
 * operator can fix. Source: RFC 5321 §4.2.1: 5xx replies are permanent and 4xx replies transient.
 */
export function classifyFailure(err: unknown): Exclude<MailOutcome, { kind: 'sent' }> {
  const { code, command, responseCode, response } = errorFields(err)
  const word = typeof code === 'string' ? code : err instanceof Error ? err.name : 'unknown'
  // Use the server's own reply, because the library's messages may quote the content of the mail.
  const said = typeof response === 'string' ? response : word
  const error = said
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_CHARACTERS_MAX)
    .toWellFormed()
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA'
  if (typeof responseCode === 'number' && isOfThisMail) {
    // 421: the server is shutting down. Source: RFC 5321 §3.8.
    if (responseCode === 421) return { kind: 'unreachable', error }
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', error }
  }
  return { kind: 'unreachable', error }
}

import { createTransport } from 'nodemailer'
import type { Context } from '#context.ts'
import { judgeFailure } from './judge-failure.ts'
import type { MailOutcome } from './judge-failure.ts'
import { toGist, toHtml } from './mail-html.ts'

/** A mail as it goes out; `id` makes its Message-ID, by which a repeat is recognised. */
export type OutgoingMail = {
  id: string
  recipient: string
  subject: string
  text: string
  createdAt: Date
}

/** A way to send mail. It never throws: the outcome says what went wrong. */
export type Mailer = {
  send: (mail: OutgoingMail) => Promise<MailOutcome>
  close: () => void
}

/** What a connection may take for each step, and a mail in all, in ms. */
const STEP_MS = 15_000
const SEND_MS = 60_000
const CONNECTIONS_MAX = 3

const ONE_ADDRESS = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u

/**
 * Sends through the configured mail server over a few kept connections. Where none is set, each mail becomes a
 * line of the log that says enough to act on, and counts as sent.
 */
export function createMailer(
  context: Pick<Context, 'config' | 'log'>,
  options: { stepMs?: number } = {},
): Mailer {
  const { smtpUrl, from } = context.config.mail
  if (smtpUrl === undefined || from === undefined) return createLogMailer(context)
  const transport = createTransport({
    ...toTransportOptions(smtpUrl, options.stepMs ?? STEP_MS),
    pool: true,
  })
  const domain = from.address.split('@').at(-1)!

  return {
    async send(mail) {
      // The library would read several addresses out of one text.
      if (!ONE_ADDRESS.test(mail.recipient)) return { kind: 'refused', error: 'invalid_recipient' }
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.recipient },
          envelope: { from: from.address, to: [mail.recipient] },
          subject: mail.subject,
          text: mail.text,
          html: toHtml(mail.text),
          messageId: `<${mail.id}@${domain}>`,
          date: mail.createdAt,
          // Source: RFC 3834 §5: no vacation notice answers it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_MS),
        })
        return { kind: 'sent' }
      } catch (err) {
        return judgeFailure(err)
      }
    },
    close: () => transport.close(),
  }
}

function createLogMailer({ log }: Pick<Context, 'log'>): Mailer {
  return {
    async send({ recipient, subject, text }) {
      log.warn(
        { recipient, subject, text: toGist(text) },
        'no mail server is configured (SMTP_URL), so this mail was not sent',
      )
      return { kind: 'sent' }
    },
    close: () => undefined,
  }
}

/** Connects to the configured mail server and signs in. @throws {Error} what the server or the network said */
export async function checkMailServer(smtpUrl: string, stepMs = STEP_MS): Promise<void> {
  const transport = createTransport(toTransportOptions(smtpUrl, stepMs))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function toTransportOptions(smtpUrl: string, stepMs: number) {
  const url = new URL(smtpUrl)
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  const isOpen = url.protocol === 'smtp:' && !isLoopback
  return {
    url: smtpUrl,
    maxConnections: CONNECTIONS_MAX,
    // Retries are ours: they outlive this process.
    maxRequeues: 0,
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // A password crosses no network in the clear, unless the URL itself says so.
    ...(isOpen && url.username && !url.searchParams.has('requireTLS') && { requireTLS: true }),
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { createTransport } from 'nodemailer'
import type { Context } from '#db/context.ts'
import { withDeadline } from '#lib/pacing/with-deadline.ts'
import { lastOf } from '#lib/last-of.ts'
import { classifyFailure } from './classify-failure.ts'
import type { MailAttachment } from './encrypt-body.ts'
import type { MailOutcome } from './classify-failure.ts'
import { MARK_CID, toGist, toHtml } from './to-html.ts'
import type { WorkspaceFace } from '../pictures/read-workspace-face.ts'

/** A mail to send. `id` determines its Message-ID, by which mail servers recognize duplicates. */
type OutgoingMail = {
  id: string
  recipient: string
  subject: string
  text: string
  attachment?: MailAttachment | undefined
  /** The name and the picture of the workspace that sends it; without one, the mail shows the mark of Parley. */
  face?: WorkspaceFace | null
  createdAt: Date
}

/** Sends mails. It never throws: errors are part of the outcome. */
export type Mailer = {
  send: (mail: OutgoingMail) => Promise<MailOutcome>
  close: () => void
}

/** Timeouts for each step of a connection and for a whole mail, in ms. */
const STEP_MS = 15_000
const SEND_MS = 60_000
const CONNECTIONS_MAX = 3

const ONE_ADDRESS = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u

/**
 * Creates a mailer that sends through the configured mail server over a small connection pool. Without a mail
 * server, each mail is logged with enough detail to act on, and counts as sent.
 */
export function createMailer(
  context: Pick<Context, 'config' | 'log'>,
  options: { stepMs?: number } = {},
): Mailer {
  const { smtpUrl, from } = context.config.mail
  if (smtpUrl === undefined || from === undefined) return createLogMailer(context)
  let opened: ReturnType<typeof openTransport> | undefined
  const transportOptions = {
    ...toTransportOptions(smtpUrl, options.stepMs ?? STEP_MS),
    pool: true as const,
  }
  const domain = lastOf(from.address.split('@'))

  return {
    async send(mail) {
      // The mail library would split a text that contains several addresses.
      if (!ONE_ADDRESS.test(mail.recipient)) return { kind: 'refused', error: 'invalid_recipient' }
      try {
        const transport = await (opened ??= openTransport(transportOptions))
        const message = {
          from,
          to: { name: '', address: mail.recipient },
          envelope: { from: from.address, to: [mail.recipient] },
          subject: mail.subject,
          text: mail.text,
          html: toHtml(mail.text, mail.face),
          attachments: [
            ...(mail.attachment ? [mail.attachment] : []),
            ...(mail.face ? [] : [await readMark()]),
          ],
          messageId: `<${mail.id}@${domain}>`,
          date: mail.createdAt,
          // Keeps vacation notices from replying. Source: RFC 3834 §5.
          headers: { 'Auto-Submitted': 'auto-generated' },
        }
        await withDeadline(SEND_MS, (signal) => transport.sendMail({ ...message, signal }))
        return { kind: 'sent' }
      } catch (err) {
        return classifyFailure(err)
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

let mark: Promise<Buffer> | undefined

/** Returns the mark as a part of a mail: clients show it at once, and a linked picture only once they are asked. */
async function readMark() {
  mark ??= readFile(join(import.meta.dirname, 'mark.png'))
  return {
    filename: 'parley.png',
    content: await mark,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    cid: MARK_CID,
  }
}

/** Opens connections to a mail server. The library is loaded with the first mail: most processes send none. */
async function openTransport(
  options: ReturnType<typeof toTransportOptions> & { pool?: true },
): Promise<ReturnType<typeof createTransport>> {
  const nodemailer = await import('nodemailer')
  return nodemailer.createTransport(options)
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

/**
 * Connects to the configured mail server and signs in. @throws {Error} with the server's or the network's
 * message
 */
export async function checkMailServer(smtpUrl: string, stepMs = STEP_MS): Promise<void> {
  const transport = await openTransport(toTransportOptions(smtpUrl, stepMs))
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
    // We retry ourselves, because our retries survive a restart.
    maxRequeues: 0,
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Never send a password unencrypted, unless the URL asks for it.
    ...(isOpen && url.username && !url.searchParams.has('requireTLS') && { requireTLS: true }),
  }
}

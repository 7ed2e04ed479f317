import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { waitFor } from './wait-for.ts'

/** A mail that the server accepted, byte for byte, with the recipient of its envelope. */
type CaughtMail = { to: string; raw: string }

/**
 * Returns the reply that refuses a recipient, such as `{ code: 550, text: 'No such user' }`; undefined accepts the
 * mail.
 */
type RefuseRecipient = (address: string) => { code: number; text: string } | undefined

/** A real SMTP server on loopback that stores the mails it accepts. */
type MailServer = {
  url: string
  port: number
  mails: CaughtMail[]
  /** The number of sign-ins. */
  readonly signIns: number
  waitFor: (count: number) => Promise<CaughtMail[]>
  refuseWith: (refuse: RefuseRecipient) => void
  close: () => Promise<void>
}

/** Starts a mail server on a free port (or `port`); with `password`, only `parley` with it may send. */
export async function startMailServer(
  options: { port?: number; password?: string } = {},
): Promise<MailServer> {
  const mails: CaughtMail[] = []
  let signIns = 0
  let refuse: RefuseRecipient = () => undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth(auth, _session, callback) {
      signIns += 1
      const isRight = auth.username === 'parley' && auth.password === options.password
      callback(isRight ? null : new Error('Wrong password'), { user: auth.username })
    },
    onRcptTo(address, _session, callback) {
      const refusal = refuse(address.address)
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const credentials = options.password === undefined ? '' : `parley:${options.password}@`
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    port,
    mails,
    get signIns() {
      return signIns
    },
    waitFor: (count) =>
      waitFor(() => (mails.length >= count ? mails : undefined), { what: `${count} mails` }),
    refuseWith: (next) => {
      refuse = next
    },
    close: async () => {
      for (const connection of server.connections) connection.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

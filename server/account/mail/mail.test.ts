import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { transaction } from '#db/transaction.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { startMailServer } from '#test/mail-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { readPictureUrl } from '../pictures/read-picture-url.ts'
import { storePicture } from '../pictures/store-picture.ts'
import { writePicture } from '../pictures/write-picture.ts'
import { createMailer } from './create-mailer.ts'
import { createMailLane } from './create-mail-lane.ts'
import { queueMails } from './queue-mails.ts'
import { MAIL_ATTEMPTS_MAX } from './record-mail-outcome.ts'
import { mails as mailsHanded } from '#lib/metrics.ts'
import { readMetric } from '#test/moves.ts'

const { context, url } = await openTestContext()
const from = { name: 'Parley', address: 'parley@acme.example' }
const HOUR = 3_600_000

/** Creates a mail server, a workspace and its lane under a movable clock, and a function that runs the lane. */
async function open(options: { password?: string; smtpUrl?: string; stepMs?: number } = {}) {
  const server = await startMailServer(options)
  after(() => server.close())
  const time = { now: Date.now() }
  const mine: Context = {
    ...context,
    clock: { now: () => new Date(time.now) },
    config: { ...context.config, mail: { smtpUrl: options.smtpUrl ?? server.url, from } },
  }
  const { scope } = await createTestWorkspace(mine)
  const mailer = createMailer(mine, options)
  after(() => mailer.close())
  const lane = createMailLane(mine, { mailer })
  const { workspaceId } = scope
  const work = async (signal = new AbortController().signal) =>
    lane.work({ workspaceId, targetId: workspaceId, leaseToken: newId(), wakes: 0 }, signal)
  return { server, scope, work, lane, time }
}

const queue = (scope: Scope, ...to: string[]) =>
  transaction(scope, (tx) =>
    queueMails(
      tx,
      to.map((each) => ({ to: each, subject: 'Hello', text: 'First.\n\nSecond.' })),
    ),
  )

async function readMails(scope: Scope) {
  const rows = await scope.db
    .selectFrom('mails')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('recipient')
    .execute()
  return rows
}

const statuses = async (scope: Scope) =>
  (await readMails(scope)).map((row) => `${row.recipient} ${row.status} ${row.attempts}`)

test('the worker delivers a queued mail once, as plain text and HTML', async () => {
  const server = await startMailServer()
  after(() => server.close())
  const mine = { ...context, config: { ...context.config, mail: { smtpUrl: server.url, from } } }
  const mailer = createMailer(mine)
  const worker = createLaneWorker(mine, {
    url,
    handlers: { mail: createMailLane(mine, { mailer }) },
  })
  await worker.start()
  after(async () => {
    await worker.stop()
    mailer.close()
  })
  const { scope } = await createTestWorkspace(mine)
  await transaction(scope, (tx) =>
    queueMails(tx, [
      {
        to: 'ada@acme.example',
        subject: 'Größe\r\nBcc: everyone@acme.example',
        text: 'Ünder <b>no</b> circumstances.\n\nhttps://acme.example/a?b=1&c="2"',
      },
    ]),
  )
  const row = await waitFor(async () => {
    const [mail] = await readMails(scope)
    return mail!.status === 'sent' ? mail : undefined
  })
  assert.equal(await readMetric(mailsHanded, { result: 'sent' }), 1)
  assert.equal(row.body.length, 0, 'the text is not kept')
  assert.equal(row.attempts, 1)
  assert.equal(server.mails.length, 1)
  const { to, raw } = server.mails[0]!
  assert.equal(to, 'ada@acme.example')
  assert.match(raw, new RegExp(`^Message-ID: <${row.id}@acme.example>\r$`, 'm'))
  assert.match(raw, /^From: Parley <parley@acme\.example>\r$/m)
  assert.match(raw, /^Auto-Submitted: auto-generated\r$/m)
  assert.doesNotMatch(raw, /^Bcc:/m)
  const parts = raw.split('Content-Type: text/').map((part) => part.replaceAll('=\r\n', ''))
  assert.match(parts[1]!, /^plain; .*=C3=9Cnder <b>no<\/b> circumstances/s)
  assert.match(parts[2]!, /^html; .*&lt;b&gt;no&lt;\/b&gt;/s)
  assert.match(
    parts[2]!,
    /<img src=3D"cid:mark@parley"[^>]*>Parley<.*^Content-Id: <mark@parley>\r$/ims,
  )
  assert.match(parts[2]!, /href=3D"https:\/\/acme\.example\/a\?b=3D1&amp;c=3D&quot;2&quot;">/)
})

test('a mail shows the picture of the workspace', async () => {
  const { server, scope, work } = await open()
  const stored = await storePicture(scope, Buffer.from('WebP'))
  await directoryTransaction(scope, (tx) => writePicture(tx, null, stored))
  await queue(scope, 'ada@customer.example')
  await work()
  const address = (await readPictureUrl(scope))!
  // The mail is quoted-printable.
  assert.ok(server.mails[0]!.raw.replaceAll('=\r\n', '').includes(`<img src=3D"${address}"`))
  assert.doesNotMatch(server.mails[0]!.raw, /mark@parley/)
})

test('a mail of a rolled back transaction is never sent', async () => {
  const { server, scope, work } = await open()
  const undone = transaction(scope, async (tx) => {
    await queueMails(tx, [{ to: 'ada@acme.example', subject: 'No', text: 'No.' }])
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.equal(await work(), null)
  assert.equal(server.mails.length, 0)
})

test('the text of a mail cannot be read in the database', async () => {
  const { scope } = await open()
  await queue(scope, 'ada@acme.example')
  const [row] = await readMails(scope)
  assert.ok(row!.body.length > 0 && !row!.body.includes('First'))
})

test('a temporarily rejected recipient is retried later, without blocking others', async () => {
  const { server, scope, work, time } = await open()
  server.refuseWith((address) =>
    address.startsWith('full@') ? { code: 452, text: 'Mailbox full' } : undefined,
  )
  await queue(scope, 'full@acme.example', 'ok@acme.example')
  const due = (await work()) as Date
  assert.deepEqual(await statuses(scope), ['full@acme.example pending 1', 'ok@acme.example sent 1'])
  const pauseMs = due.getTime() - time.now
  assert.ok(pauseMs >= 8_000 && pauseMs <= 12_000, `${pauseMs} ms`)
  time.now += pauseMs - 1
  await work()
  assert.equal((await readMails(scope))[0]!.attempts, 1, 'not before its time')
  server.refuseWith(() => undefined)
  time.now += 1
  assert.equal(await work(), null)
  assert.deepEqual(await statuses(scope), ['full@acme.example sent 2', 'ok@acme.example sent 1'])
  const first = server.mails.find(({ to }) => to.startsWith('full@'))!
  assert.match(first.raw, new RegExp(`<${(await readMails(scope))[0]!.id}@`))
})

test('a permanently rejected recipient fails at once, without blocking others', async () => {
  const { server, scope, work } = await open()
  server.refuseWith((address) =>
    address.startsWith('gone@') ? { code: 550, text: 'No such user' } : undefined,
  )
  await queue(scope, 'a@acme.example', 'gone@acme.example', 'z@acme.example')
  assert.equal(await work(), null)
  assert.deepEqual(await statuses(scope), [
    'a@acme.example sent 1',
    'gone@acme.example failed 1',
    'z@acme.example sent 1',
  ])
  const row = (await readMails(scope))[1]!
  assert.match(row.error!, /^550 .*No such user/)
  assert.equal(row.body.length, 0)
})

test('an invalid recipient fails, and no part of it becomes another recipient', async () => {
  const { server, scope, work } = await open()
  await queue(scope, 'a@acme.example\r\nRCPT TO:<b@acme.example>', 'a@acme.example, c@acme.example')
  await work()
  assert.ok((await readMails(scope)).every((row) => row.error === 'invalid_recipient'))
  assert.deepEqual(server.mails, [])
})

test('a mail that is never accepted fails after a limited number of attempts', async () => {
  const { server, scope, work, time } = await open()
  server.refuseWith(() => ({ code: 451, text: 'Later' }))
  await queue(scope, 'ada@acme.example')
  let tries = 0
  while ((await work()) !== null) {
    tries += 1
    assert.ok(tries < MAIL_ATTEMPTS_MAX)
    time.now += 30 * HOUR
  }
  assert.deepEqual(await statuses(scope), [`ada@acme.example failed ${MAIL_ATTEMPTS_MAX}`])
})

test('while the mail server is down all mails wait, and they are sent once it is back', async () => {
  const { server, scope, work, time } = await open()
  await server.close()
  const people = Array.from({ length: 30 }, (_, index) => `p${index}@acme.example`)
  await queue(scope, ...people)
  const due = await work()
  assert.ok(due && 'notBefore' in due, 'a wake-up changes nothing meanwhile')
  const tried = (await readMails(scope)).filter((row) => row.attempts > 0)
  assert.ok(tried.length > 0 && tried.length <= 3, `${tried.length} were tried in vain`)
  assert.deepEqual(await work(), due, 'nothing is tried before that')
  const again = await startMailServer({ port: server.port })
  after(() => again.close())
  time.now += HOUR
  assert.equal(await work(), null)
  assert.deepEqual(again.mails.map(({ to }) => to).toSorted(), people.toSorted())
})

test('a wrong password is for the operator to fix: no mail fails because of it', async () => {
  const { scope, work, server } = await open({ password: 'right' })
  const wrong = await open({ smtpUrl: `smtp://parley:wrong@127.0.0.1:${server.port}` })
  await queue(wrong.scope, 'ada@acme.example')
  await wrong.work()
  const [row] = await readMails(wrong.scope)
  assert.equal(row!.status, 'pending')
  assert.match(row!.error!, /^535/)
  assert.doesNotMatch(row!.error!, /wrong@/)
  await queue(scope, 'ada@acme.example')
  assert.equal(await work(), null)
  assert.equal(server.mails.length, 1)
})

test('a mail server that never responds costs a limited time, and the mail waits', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const { scope, work } = await open({ smtpUrl: `smtp://127.0.0.1:${port}`, stepMs: 100 })
  await queue(scope, 'ada@acme.example')
  await work()
  const [row] = await readMails(scope)
  assert.deepEqual([row!.status, row!.error], ['pending', 'ETIMEDOUT'])
})

test('a password is never sent unencrypted over a network', async () => {
  const secret = await startMailServer({ password: 'right' })
  after(() => secret.close())
  // Not spelled like this machine's own address.
  const smtpUrl = secret.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  const { scope, work } = await open({ smtpUrl })
  await queue(scope, 'ada@acme.example')
  await work()
  assert.deepEqual([secret.mails.length, secret.signIns], [0, 0])
  assert.deepEqual(await statuses(scope), ['ada@acme.example pending 1'])
})

test('a stopping worker starts no new mail', async () => {
  const { server, scope, work } = await open()
  await queue(scope, 'ada@acme.example')
  await work(AbortSignal.abort())
  assert.equal(server.mails.length, 0)
  await work()
  assert.equal(server.mails.length, 1)
})

test('a mail whose text cannot be decrypted does not block others', async () => {
  const { server, scope, work } = await open()
  await queue(scope, 'bad@acme.example', 'ok@acme.example')
  await sql`update mails set body = 'x' where workspace_id = ${scope.workspaceId}
    and recipient = 'bad@acme.example'`.execute(scope.db)
  await work()
  assert.deepEqual(await statuses(scope), ['bad@acme.example pending 1', 'ok@acme.example sent 1'])
  assert.equal(server.mails.length, 1)
})

test('without a mail server, each mail becomes one log line to act on and counts as sent', async () => {
  const lines: Record<string, unknown>[] = []
  const log = Object.assign(Object.create(context.log) as typeof context.log, {
    warn: (fields: object, text: string) => lines.push({ ...fields, msg: text }),
  })
  const mine = { ...context, log }
  const scope = systemScope(mine, NO_WORKSPACE)
  await transaction(scope, (tx) =>
    queueMails(tx, [
      {
        to: 'ada@acme.example',
        subject: 'Reset your password',
        text: 'Somebody asked\nfor it.\n\nIgnore this if you did not.\n\nhttps://acme.example/reset/1',
      },
    ]),
  )
  const lane = createMailLane(mine, { mailer: createMailer(mine) })
  const signal = new AbortController().signal
  const target = {
    workspaceId: NO_WORKSPACE,
    targetId: NO_WORKSPACE,
    leaseToken: newId(),
    wakes: 0,
  }
  assert.equal(await lane.work(target, signal), null)
  assert.deepEqual(lines, [
    {
      recipient: 'ada@acme.example',
      subject: 'Reset your password',
      text: 'Somebody asked for it. https://acme.example/reset/1',
      msg: 'no mail server is configured (SMTP_URL), so this mail was not sent',
    },
  ])
  assert.deepEqual(await statuses(scope), ['ada@acme.example sent 1'])
})

test('a mail whose wake-up was lost is found, also one without a workspace', async () => {
  const { scope, lane, time } = await open()
  const nobody = systemScope({ ...scope }, NO_WORKSPACE)
  await queue({ ...scope, wake: () => undefined }, 'ada@acme.example')
  await queue({ ...nobody, wake: () => undefined }, 'ada@acme.example')
  const later = { now: () => new Date(time.now + HOUR) }
  const other = (await createTestWorkspace(context)).scope
  await queue({ ...other, clock: later, wake: () => undefined }, 'ada@acme.example')
  const found = (await lane.findDue()).map(({ kind, workspaceId, targetId }) => [
    kind,
    workspaceId,
    targetId,
  ])
  const expected = [scope.workspaceId, NO_WORKSPACE].map((id) => ['mail', id, id])
  for (const each of expected)
    assert.deepEqual(
      found.find(([, id]) => id === each[1]),
      each,
    )
  assert.ok(!found.some(([, id]) => id === other.workspaceId), 'not one that is not due')
})

test('an attachment is delivered with its mail, and is not kept', async () => {
  const { server, scope, work } = await open()
  const attachment = { filename: 'report.csv', content: 'start,inbound\r\nHeute,3 für dich\r\n' }
  await transaction(scope, (tx) =>
    queueMails(tx, [{ to: 'ada@acme.example', subject: 'Report', text: 'Attached.', attachment }]),
  )
  const [queued] = await readMails(scope)
  assert.ok(!queued!.attachment!.includes('inbound'), 'it is encrypted')
  await work()
  assert.equal((await readMails(scope))[0]!.attachment, null)
  const { raw } = server.mails[0]!
  assert.match(raw, /Content-Type: text\/csv; name=report\.csv/)
  assert.match(raw, /Content-Disposition: attachment; filename=report\.csv/)
  const encoded = Buffer.from(attachment.content).toString('base64')
  assert.ok(raw.replaceAll('\r\n', '').includes(encoded), raw)
})

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { encryptBody } from '#account/mail/encrypt-body.ts'
import type { Context, Scope } from '#db/context.ts'
import { runErasure } from '#erasures/run-erasure.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import type { Call } from './app.ts'
import { csvUpload } from './csv-upload.ts'
import { createTestKey } from './factories.ts'
import { messageOf, newWaId, openInbound } from './inbound.ts'
import { signInTestMember } from './session.ts'
import { storeTestUpload } from './uploads.ts'

/** Returns a text that occurs nowhere but in the data of the contact under test. */
export const newSecret = () => `quartz${newId().replaceAll('-', '')}`

/** Yields the bytes of a text. */
export async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

/** Creates what tests of erasures share: planted contacts, and searches for what is left of them. */
export function openErasures(context: Context, call: Call) {
  const { open } = openInbound(context)
  const storage = createMediaStorage(context.config)

  /** Runs an erasure to its end, one transaction at a time, as if the process were killed after each. */
  async function finish(scope: Scope, id: string, store: MediaStorage = storage): Promise<number> {
    for (let batches = 0; ; batches++) {
      let isBegun = false
      const result = await runErasure(scope, id, {
        storage: store,
        isOver: () => isBegun || !(isBegun = true),
      })
      if (result !== 'unfinished') return batches
    }
  }

  /** Returns the rows of all tables that contain one of `texts`, in text or in bytes. */
  async function findTexts(texts: string[]): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass) order by 1`.execute(
      context.db,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
      /* across workspaces: the test looks everywhere */
      select row_to_json(t)::text as row from ${sql.table(name)} as t`.execute(context.db)
      for (const { row } of rows)
        for (const text of texts) {
          const lower = row.toLowerCase()
          if (
            lower.includes(text.toLowerCase()) ||
            lower.includes(Buffer.from(text).toString('hex'))
          )
            found.push(`${name}: ${text}: ${row.slice(0, 300)}`)
        }
    }
    return found
  }

  /** Counts the rows of every table of a workspace. */
  async function countRows(workspaceId: string): Promise<Record<string, string>> {
    const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'
      and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass) order by 1`.execute(
      context.db,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as hash
      from ${sql.table(name)} as t where workspace_id = ${workspaceId}`.execute(context.db)
      hashes[name] = rows[0]!.hash
    }
    return hashes
  }

  /** Creates a workspace with a customer about whom every kind of data is stored. */
  async function plant() {
    const inbound = await open()
    const { scope, account, receive, channel } = inbound
    const key = await createTestKey(scope, ['*'])
    const [waId, otherWaId] = [newWaId(), newWaId()]
    const phone = `+${waId}`
    const secrets = Array.from({ length: 16 }, newSecret)
    const name = `Name ${secrets[0]}`
    const email = `${secrets[1]}@example.com`
    await createEndpoint(scope, {
      url: 'https://hooks.example.com/in',
      events: ['message.received', 'contact.created', 'ticket.created', 'contact.erased'],
    })
    const inboundId = wamid()
    await receive(payloadOf(account, textFrom(waId, secrets[2]!, { name, id: inboundId })))
    await receive(
      payloadOf(
        account,
        textFrom(waId, `${secrets[3]}`, { name }),
        textFrom(otherWaId, 'from somebody else', { name: 'Binod' }),
      ),
    )
    const message = await messageOf(scope, inboundId)
    const personId = message.person_id
    const chatId = message.conversation_id
    await call(`PATCH /api/v1/contacts/${personId}`, {
      key,
      body: { email, fields: { code: secrets[4] } },
    })
    const idempotency = { 'idempotency-key': 'create-1' }
    const created = await call('POST /api/v1/contacts', {
      key,
      headers: idempotency,
      body: { name: `Other ${secrets[5]}`, phone_e164: phone, campaign: 'spring' },
    })
    const merged = await call('POST /api/v1/contacts', {
      key,
      body: { name: `Merged ${secrets[6]}`, phone_e164: `+${newWaId()}` },
    })
    await call(`POST /api/v1/contacts/${personId}/merge`, {
      key,
      body: { other_id: merged.body.id },
    })
    const ticket = await call('POST /api/v1/tickets', {
      key,
      body: {
        person_id: personId,
        conversation_id: chatId,
        title: secrets[7],
        priority: 'low',
        description: secrets[12],
      },
    })
    const comment = await call(`POST /api/v1/tickets/${ticket.body.id}/comments`, {
      key,
      body: { text: secrets[13] },
    })
    await call(`PATCH /api/v1/ticket-comments/${comment.body.id}`, {
      key,
      body: { text: `changed ${secrets[13]}` },
    })
    const ticketFileId = await storeTestUpload(scope, {
      filename: `${secrets[14]}.pdf`,
      text: secrets[14]!,
      storage,
    })
    await call(`POST /api/v1/tickets/${ticket.body.id}/attachments`, {
      key,
      body: { media_id: ticketFileId },
    })
    await call(`POST /api/v1/contacts/${personId}/notes`, { key, body: { text: secrets[8] } })
    await call(`POST /api/v1/chats/${chatId}/notes`, { key, body: { text: secrets[9] } })
    await call('POST /api/v1/drafts', {
      key,
      body: { conversation_id: chatId, text: secrets[15] },
    })
    await call(`GET /api/v1/contacts/export.csv?q=${encodeURIComponent(email)}`, { key })
    const sent = await call('POST /api/v1/messages/send', {
      key,
      body: { conversation_id: chatId, message: `answer ${secrets[10]}` },
    })
    assert.equal(sent.status, 201, sent.text)
    const sentId = wamid()
    await sql`
    update messages set status = 'sent', platform_message_id = ${sentId}, send_due_at = null
    where workspace_id = ${scope.workspaceId} and id = ${sent.body.id}`.execute(scope.db)
    await receive(
      payloadOf(account, statusOf(sentId, 'delivered', 1_790_000_000, { recipient_id: waId })),
    )
    // Insert the rest as rows: a file, a mail, a notice, a platform's event, a parked status and a rejected row.
    const fileId = newId()
    await storage.write(mediaKey(scope.workspaceId, fileId), bytesOf(secrets[11]!))
    const at = scope.clock.now()
    const workspace_id = scope.workspaceId
    const draft = { kind: 'reply', version: newId(), text: secrets[15]! } as const
    await scope.db
      .insertInto('own_drafts')
      .values({ workspace_id, membership_id: newId(), chat_id: chatId, ...draft, updated_at: at })
      .execute()
    await scope.db
      .insertInto('media_files')
      .values({
        workspace_id,
        id: fileId,
        channel_id: channel.id,
        message_id: message.id,
        filename: `${secrets[11]}.png`,
        status: 'stored',
        due_at: at,
        created_at: at,
      })
      .execute()
    const mailId = newId()
    const body = encryptBody(scope, { workspace_id, id: mailId }, `They wrote ${phone}`)
    await scope.db
      .insertInto('mails')
      .values({
        workspace_id,
        id: mailId,
        recipient: 'agent@example.com',
        subject: 'You were mentioned',
        body,
        due_at: at,
        created_at: at,
      })
      .execute()
    await sql`
    insert into notices (workspace_id, id, kind, data, created_at)
    values (${workspace_id}, ${newId()}, 'test', ${JSON.stringify({ about: phone })}, ${at})`.execute(
      scope.db,
    )
    await sql`
    insert into message_statuses (workspace_id, channel_id, platform_message_id, status, occurred_at, details)
    values (${workspace_id}, ${channel.id}, 'parked', 'sent', ${at}, ${JSON.stringify({ recipient_id: waId })})`.execute(
      scope.db,
    )
    const upload = await call('POST /api/v1/imports', {
      key,
      ...csvUpload(
        `Name,Phone,Email\nChitra,+${newWaId()},c@example.com\n${name},${phone},${email}\n`,
      ),
    })
    assert.equal(upload.status, 201, upload.text)
    const view = await call('POST /api/v1/views', {
      ...(await signInTestMember(call, scope)),
      body: { subject: 'contacts', name: `About ${name}`, filters: { q: email }, is_shared: true },
    })
    const delivery = await scope.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .executeTakeFirstOrThrow()
    await sql`
    insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers, response_body)
    values (${workspace_id}, ${delivery.id}, 1, ${at}, 5, '{}', ${`echo of ${phone}`})`.execute(
      scope.db,
    )
    return {
      ...inbound,
      key,
      waId,
      otherWaId,
      phone,
      email,
      name,
      secrets,
      personId,
      chatId,
      inboundId,
      sentId,
      fileId,
      ticketFileId,
      view,
      created,
      idempotency,
      mergedId: merged.body.id as string,
      ticketId: ticket.body.id as string,
      texts: [...secrets, waId, email],
    }
  }

  return { open, storage, finish, findTexts, countRows, plant }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'
import { ownMessages } from './own-messages.ts'

const BATCH = 50

type Files = { files: string[]; uploads: string[] }

/** Uploads of the contact's tickets: all of them, and those that nothing else uses. */
type TicketFiles = { all: string[]; own: string[] }

/**
 * Deletes the files of the contact's messages, first from the storage and then their rows: the files that arrived, and
 * the uploads that no other message, no ticket and no canned reply uses.
 */
export const eraseFiles: Step = {
  name: 'files',
  async prepare(scope, subject, storage) {
    const found = await findFiles(scope, subject)
    await stopDownloads(scope, found.files)
    for (const id of [...found.files, ...found.uploads])
      await storage.remove(mediaKey(scope.workspaceId, id))
    return found
  },
  async run(tx, _job, prepared) {
    const { files, uploads } = prepared as Files
    const deleted = await deleteRows(tx, 'media_files', 'id', files)
    await deleteRows(tx, 'media_upload_copies', 'upload_id', uploads)
    const unused = await deleteRows(tx, 'media_uploads', 'id', uploads)
    return {
      counts: { files: deleted + unused },
      next: files.length + uploads.length > 0 ? 'again' : 'done',
    }
  },
}

/**
 * Deletes the files of the contact's tickets, first from the storage and then their rows. An upload that a message,
 * another contact's ticket or a canned reply uses as well only leaves the ticket.
 */
export const eraseTicketFiles: Step = {
  name: 'ticket_files',
  async prepare(scope, { contactIds }, storage) {
    const { rows } = await sql<{ id: string; is_shared: boolean }>`
      select upload_id as id, exists (
        select from messages
        where messages.workspace_id = ${scope.workspaceId} and messages.direction = 'outbound'
          and messages.media ->> 'id' = attachment.upload_id::text
      ) or exists (
        select from ticket_attachments as other
        join tickets as other_ticket
          on other_ticket.workspace_id = ${scope.workspaceId} and other_ticket.id = other.ticket_id
        where other.workspace_id = ${scope.workspaceId} and other.upload_id = attachment.upload_id
          and other_ticket.person_id <> all (${contactIds}::uuid[])
      ) or ${isOfCannedReply(scope, sql`attachment.upload_id`)} as is_shared
      from ticket_attachments as attachment
      join tickets on tickets.workspace_id = ${scope.workspaceId} and tickets.id = attachment.ticket_id
      where attachment.workspace_id = ${scope.workspaceId} and tickets.person_id = any (${contactIds}::uuid[])
      order by upload_id
      limit ${BATCH}`.execute(scope.db)
    const own = rows.filter((row) => !row.is_shared).map(({ id }) => id)
    for (const id of own) await storage.remove(mediaKey(scope.workspaceId, id))
    return { all: rows.map(({ id }) => id), own } satisfies TicketFiles
  },
  async run(tx, { subject: { contactIds } }, prepared) {
    const { all, own } = prepared as TicketFiles
    await sql`
      delete from ticket_attachments
      where workspace_id = ${tx.workspaceId} and upload_id = any (${all}::uuid[]) and ticket_id in (
        select id from tickets
        where workspace_id = ${tx.workspaceId} and person_id = any (${contactIds}::uuid[])
      )`.execute(tx.db)
    await deleteRows(tx, 'media_upload_copies', 'upload_id', own)
    const deleted = await deleteRows(tx, 'media_uploads', 'id', own)
    return { counts: { files: deleted }, next: all.length > 0 ? 'again' : 'done' }
  },
}

/** Makes a worker that is downloading one of the files remove it, because the file would outlive its row. */
async function stopDownloads(scope: Scope, files: string[]): Promise<void> {
  await sql`
    update media_files set status = 'failed', error = 'erased', url = null
    where workspace_id = ${scope.workspaceId} and id = any (${files}::uuid[])
      and status = 'pending'`.execute(scope.db)
}

async function findFiles(scope: Scope, subject: Subject): Promise<Files> {
  const { rows: files } = await sql<{ id: string }>`
    select media_files.id from messages
    join media_files on media_files.workspace_id = ${scope.workspaceId}
      and media_files.message_id = messages.id
    where ${ownMessages(scope, subject)}
    limit ${BATCH}`.execute(scope.db)
  const { rows: uploads } = await sql<{ id: string }>`
    select distinct upload.id from messages
    join media_uploads as upload on upload.workspace_id = ${scope.workspaceId}
      and upload.id::text = messages.media ->> 'id'
    where messages.workspace_id = ${scope.workspaceId}
      and messages.chat_id = any (${subject.chatIds}::uuid[]) and messages.direction = 'outbound'
      and not exists (
        select from messages as other
        where other.workspace_id = ${scope.workspaceId} and other.direction = 'outbound'
          and other.media ->> 'id' = upload.id::text
          and other.chat_id <> all (${subject.chatIds}::uuid[])
      )
      and not exists (
        select from ticket_attachments
        where ticket_attachments.workspace_id = ${scope.workspaceId} and ticket_attachments.upload_id = upload.id
      )
      and not ${isOfCannedReply(scope, sql`upload.id`)}
    limit ${BATCH}`.execute(scope.db)
  return { files: files.map(({ id }) => id), uploads: uploads.map(({ id }) => id) }
}

/** Files of canned replies are the business's own, whoever they were sent to. */
function isOfCannedReply({ workspaceId }: Scope, uploadId: RawBuilder<unknown>) {
  return sql`exists (
    select from canned_reply_files
    where canned_reply_files.workspace_id = ${workspaceId} and canned_reply_files.upload_id = ${uploadId}
  )`
}

import { createHash } from 'node:crypto'
import type { Scope } from '#db/context.ts'
import { createTag } from '#conversations/tags/create-tag.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { DemoTicket } from './demo-conversations.ts'

/** Creates the tags of a demo ticket. Returns their ids. */
export async function seedTags(scope: Scope, tags: DemoTicket['tags'] = []): Promise<string[]> {
  const ids: string[] = []
  for (const tag of tags) ids.push((await createTag(scope, tag)).id)
  return ids
}

/** Stores the text file of a demo ticket, if it has one. Returns the ids of the uploads. */
export async function seedFile(scope: Scope, file: DemoTicket['file']): Promise<string[]> {
  if (!file) return []
  const bytes = Buffer.from(file.text)
  const id = newId()
  async function* content() {
    yield bytes
  }
  await createMediaStorage(scope.config).write(mediaKey(scope.workspaceId, id), content())
  await scope.db
    .insertInto('media_uploads')
    .values({
      workspace_id: scope.workspaceId,
      id,
      mime_type: 'text/plain',
      filename: file.name,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: scope.clock.now(),
    })
    .execute()
  return [id]
}

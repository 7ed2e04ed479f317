import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Server } from '#db/context.ts'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import type { BackupFile } from '#backups/backup-place.ts'
import { createBackup } from '#backups/create-backup.ts'
import { fileAt } from '#backups/create-folder-place.ts'
import { checkBackup } from '#backups/read-backup.ts'
import { restoreBackup } from '#backups/restore-backup.ts'
import { createContact } from '#contacts/create-contact.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { openTempDir } from '#test/processes.ts'
import { openShards } from '#test/shards.ts'
import { moveWorkspace } from './move-workspace.ts'
import { recoverMoves } from './recover-moves.ts'

const { context } = await openShards()
const [main, b] = context.shards!.all as [Server, Server]
const servers = [main, b].map(({ shard, url }) => ({ shard, url }))

for (const step of ['Copying', 'Deleting']) {
  const restored = await openShards()
  test(`a workspace that moves during a backup is restored once: ${step}`, async () => {
    const { id } = await createWorkspace(context, { name: step, shard: 'main' })
    await createContact(await systemScopeOn(context, id), { name: 'Before' })
    const file = fileAt(join(await openTempDir(), 'moving.backup'))
    const started = Promise.withResolvers<void>()
    let moving: Promise<unknown> | undefined
    async function move(): Promise<void> {
      await moveWorkspace(context, {
        workspaceId: id,
        to: 'b',
        keepMs: 0,
        onProgress: (line) => line.startsWith(step) && started.resolve(),
      })
      await createContact(await systemScopeOn(context, id), { name: 'After' })
    }
    /** Writes to the file; from the first table on, only when the move has begun. */
    const watched: BackupFile = {
      ...file,
      place: {
        ...file.place,
        async create(name) {
          const sink = await file.place.create(name)
          return {
            ...sink,
            async append(bytes) {
              if (moving) await started.promise
              await sink.append(bytes)
            },
          }
        },
      },
    }
    const { summary } = await createBackup({
      file: watched,
      secret: undefined,
      servers,
      isEmbedded: false,
      release: '1.2.3',
      onProgress(line) {
        if (line.includes(' in main.')) moving ??= move()
      },
    })
    await moving
    assert.equal(summary.limitation, undefined)
    const { manifest } = await checkBackup(file, undefined)
    const there = restored.context.shards!.all.map(({ shard, url }) => ({ shard, url }))
    for (const { db } of restored.context.shards!.all)
      await sql`delete from secret_keys`.execute(db)
    await restoreBackup({ file, secret: undefined, manifest, servers: there })
    // The process of the move is not here.
    await sql`update workspace_moves set renewed_at = now() - interval '1 minute'`.execute(
      restored.context.directory,
    )
    assert.ok(await recoverMoves(restored.context, { keepMs: 0 }))
    const { rows } = await sql<{ shard: string }>`
    select shard from workspaces where id = ${id}`.execute(restored.context.directory)
    const people = await Promise.all(
      restored.context.shards!.all.map(async ({ shard, db }) => {
        const found = await sql<{ name: string }>`
        select name from people where workspace_id = ${id}`.execute(db)
        return { shard, names: found.rows.map(({ name }) => name) }
      }),
    )
    assert.deepEqual(
      people.map(({ shard, names }) => ({ shard, isThere: names.includes('Before') })),
      ['main', 'b'].map((shard) => ({ shard, isThere: shard === rows[0]!.shard })),
    )
    const { rows: left } = await sql`select from workspace_moves where ended_at is null`.execute(
      restored.context.directory,
    )
    assert.equal(left.length, 0)
  })
}

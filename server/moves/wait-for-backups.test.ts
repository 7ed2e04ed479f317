import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { openBackupClient } from '#backups/open-backup-client.ts'
import type { Server } from '#db/context.ts'
import { openShards } from '#test/shards.ts'
import type { EndOptions } from './end-move.ts'
import { moveWorkspace } from './move-workspace.ts'
import { recoverMoves } from './recover-moves.ts'

const { context } = await openShards()
const [main] = context.shards!.all as [Server]

async function countRunning(): Promise<number> {
  const { rows } = await sql`select from workspace_moves where ended_at is null`.execute(
    context.directory,
  )
  return rows.length
}

test('the end of a move waits only for backups that lock its tables, is continued later, and ends a frozen one', async () => {
  const { id } = await createWorkspace(context, { name: 'Moved', shard: 'main' })
  const onProgress = (line: string) => {
    if (line.startsWith('Deleting')) throw new Error('The process died.')
  }
  await assert.rejects(moveWorkspace(context, { workspaceId: id, to: 'b', onProgress }), /died/)
  const resume = async (backups: EndOptions['backups']) => {
    await sql`update workspace_moves set renewed_at = now() - interval '1 hour'`.execute(
      context.directory,
    )
    return recoverMoves(context, { keepMs: 0, backups })
  }
  // It only writes stored files.
  const idle = await openBackupClient(main.url)
  after(() => idle.end())
  const frozen = await openBackupClient(main.url)
  const ended = new Promise((resolve) => frozen.once('end', resolve))
  await frozen.query('begin')
  await frozen.query('lock table tags in access share mode')
  await assert.rejects(resume({ waitMs: 0 }), /A backup still locks the tables/)
  assert.equal(await countRunning(), 1)
  assert.equal(await resume({ frozenMs: 0 }), true)
  await ended
  assert.equal(await countRunning(), 0)
  assert.ok((await idle.query('select')).rows)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { updateById } from '#db/update-by-id.ts'
import { storeTestUpload } from '#test/uploads.ts'
import { openVisibility, SIGHTS } from './open-visibility.ts'
import { sees } from './plant-worlds.ts'

const { call, worlds, openAs, scope, key, teams } = await openVisibility()

/** The file of each ticket, and a file that somebody else uploaded and nothing uses. */
const files = new Map<string, string>()
for (const { name, ticket } of worlds) {
  const media_id = await storeTestUpload(scope, { filename: `${name}.pdf` })
  const answer = await call(`POST /api/v1/tickets/${ticket}/attachments`, {
    key,
    body: { media_id },
  })
  assert.ok(answer.status < 300, answer.text)
  files.set(name, media_id)
}
const foreign = await storeTestUpload(scope)
await updateById(scope, 'media_uploads', foreign, { created_by: newId() })

for (const sight of SIGHTS)
  test(`a file is attached only by who sees its message or ticket, or uploaded it: ${JSON.stringify(sight)}`, async () => {
    const options = await openAs(sight)
    const attach = async (media_id: string) => {
      const { person } = worlds.find(({ name }) => name === 'queue')!
      const body = { person_id: person, title: 'With a file' }
      const ticket = await call('POST /api/v1/tickets', { ...options, body })
      assert.equal(ticket.status, 201, ticket.text)
      await updateById(scope, 'tickets', ticket.body.id, { team_id: teams.own })
      const answer = await call(`POST /api/v1/tickets/${ticket.body.id}/attachments`, {
        ...options,
        body: { media_id },
      })
      // The file would stay visible with this ticket.
      await scope.db
        .deleteFrom('ticket_attachments')
        .where('workspace_id', '=', scope.workspaceId)
        .where('ticket_id', '=', ticket.body.id)
        .execute()
      return answer
    }
    for (const { name } of worlds) {
      const { status, text } = await attach(files.get(name)!)
      assert.equal(status < 300, sees(sight, name), `${name}: ${text}`)
      if (!sees(sight, name)) assert.match(text, /media_not_found/)
    }
    assert.equal((await attach(foreign)).status < 300, sight.visibility === 'all')
  })

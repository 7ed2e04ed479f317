import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateById } from '#db/update-by-id.ts'
import { newId } from '#lib/ids.ts'
import { openVisibility, SIGHTS } from './open-visibility.ts'
import { sees } from './plant-worlds.ts'

const { call, worlds, openAs, scope, colleague, teams } = await openVisibility()

/** The fields of a conversation or ticket that its colleague has in another team. */
const HIDDEN = { team_id: teams.other, assignee_id: colleague }

for (const sight of SIGHTS)
  test(`a repeated request gets its stored answer as long as the caller sees what it is about: ${JSON.stringify(sight)}`, async () => {
    const options = await openAs(sight)
    const world = worlds.find((each) => sees(sight, each.name) && each.name === 'queue')!
    const { person, ticket } = world
    const conversation = world.conversation!
    const text = `${world.marker} text`
    const writes: [path: string, body: object][] = [
      ['messages/send', { conversation_id: conversation, message: text }],
      [`chats/${conversation}/notes`, { text }],
      ['drafts', { conversation_id: conversation, text }],
      ['tickets', { person_id: person, title: text, conversation_id: conversation }],
      [`tickets/${ticket}/comments`, { text }],
      [`contacts/${person}/notes`, { text }],
    ]
    const send = ([path, body]: (typeof writes)[number], key: string) =>
      call(`POST /api/v1/${path}`, {
        ...options,
        body,
        headers: { ...options.headers, 'idempotency-key': key },
      })
    const first: { write: (typeof writes)[number]; key: string; text: string }[] = []
    for (const write of writes) {
      const key = newId()
      const answer = await send(write, key)
      assert.ok(answer.status < 300, answer.text)
      first.push({ write, key, text: answer.text })
    }
    for (const { write, key, text } of first) {
      const again = await send(write, key)
      assert.equal(again.text, text, write[0])
      assert.equal(again.headers['idempotent-replayed'], 'true', write[0])
    }
    const tickets = await scope.db
      .selectFrom('tickets')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('person_id', '=', person)
      .execute()
    await updateById(scope, 'chats', conversation, HIDDEN)
    for (const { id } of tickets) await updateById(scope, 'tickets', id, HIDDEN)
    for (const { write, key, text } of first) {
      const again = await send(write, key)
      if (sight.visibility === 'all') assert.equal(again.text, text)
      else {
        assert.equal(again.status, 404, `${write[0]}: ${again.text}`)
        assert.ok(!again.text.includes(world.marker), again.text)
      }
    }
    await updateById(scope, 'chats', conversation, { team_id: teams.own, assignee_id: null })
    for (const { id } of tickets)
      await updateById(scope, 'tickets', id, { team_id: teams.own, assignee_id: null })
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { listEvents } from '#events/list-events.ts'
import { keepVisible } from '#events/keep-visible.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { canSee } from '#db/visibility/can-see.ts'
import { openVisibility } from './open-visibility.ts'
import { sees } from './plant-worlds.ts'

const { scope, worlds, me, colleague } = await openVisibility()
const { membershipId: id } = me

test('a stream has the events of what its caller sees now, and names a conversation that they have just lost', async () => {
  const viewer = { kind: 'teams', id, actorId: id, seesNoTeam: false } as const
  const sight = { visibility: 'teams', seesNoTeam: false } as const
  const { events } = await listEvents(scope, { limit: 1_000 })
  const framed = events.map((event) => ({ ...event, frame: event.body }))
  const kept = (await keepVisible(asViewer(scope, viewer), framed)).map(({ frame }) => frame).join()
  for (const { name, marker } of worlds)
    assert.equal(kept.includes(marker), sees(sight, name), name)
  const own = worlds.find(({ name }) => name === 'own')!.conversation!
  await updateChat(scope, own, { assignee_id: colleague })
  const { events: all } = await listEvents(scope, { limit: 1_000 })
  const last = all.slice(-1).map((event) => ({ ...event, frame: event.body }))
  const [removed] = await keepVisible(asViewer(scope, viewer), last)
  assert.equal(removed?.frame, `event: removed\ndata: {"conversation_id":"${own}"}\n\n`)
  const stranger = { ...viewer, id: newId() }
  assert.deepEqual(await keepVisible(asViewer(scope, stranger), last), [])
})

test('members are notified of what they see only', async () => {
  for (const visibility of ['teams', 'own', 'all'] as const) {
    const member = { id, visibility, seesNoTeam: true }
    const asked = worlds.filter(({ name }) => name !== 'own')
    const found = await canSee(
      scope,
      asked.map(({ conversation = null, ticket }) => ({
        member,
        chatId: conversation,
        ticketId: ticket,
      })),
    )
    for (const [index, { name }] of asked.entries())
      assert.equal(found[index], sees(member, name), `${name} ${visibility}`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { listTimeline } from './list-timeline.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'

const { context } = await openTestContext()
const { scope } = await createTestWorkspace(context)

test('entries are returned in the order given, and found on the timeline', async () => {
  const { id: personId } = await createTestPerson(scope)
  const at = new Date('2026-01-01T00:00:00Z')
  const entries = await recordTimelineEntries(scope, [
    { personId, kind: 'note', data: { text: 'now' } },
    { personId, kind: 'preference', data: { value: 'stop' }, at },
  ])
  assert.deepEqual(
    entries.map(({ kind, data }) => [kind, data]),
    [
      ['note', { text: 'now' }],
      ['preference', { value: 'stop' }],
    ],
  )
  const { data } = await listTimeline(scope, personId, {})
  assert.deepEqual(data, entries)
})

test('an identity conflict is recorded once per contact and owners', async () => {
  const people = [await createTestPerson(scope), await createTestPerson(scope)]
  const [first, second] = [newId(), newId()]
  const conflict = (index: number, owner: string) => ({
    personId: people[index]!.id,
    kind: 'identity_conflict' as const,
    data: { belongs_to: [{ kind: 'wa_id', person_id: owner }] },
  })
  await recordTimelineEntries(scope, [conflict(0, first), conflict(0, first), conflict(1, first)])
  await recordTimelineEntries(scope, [
    conflict(0, first),
    conflict(0, second),
    { personId: people[0]!.id, kind: 'note', data: { text: 'beside' } },
  ])
  const kindsOf = async (index: number) =>
    (await listTimeline(scope, people[index]!.id, {})).data.map((entry) => entry.kind).toSorted()
  assert.deepEqual(await kindsOf(0), ['identity_conflict', 'identity_conflict', 'note'])
  assert.deepEqual(await kindsOf(1), ['identity_conflict'])
})

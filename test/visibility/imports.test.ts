import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createImportLane } from '#contacts/imports/create-import-lane.ts'
import { newId } from '#lib/ids.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { openVisibility, SIGHTS } from './open-visibility.ts'
import { secretsOf, seesContact } from './plant-worlds.ts'

const { call, context, worlds, openAs, scope, key: adminKey } = await openVisibility()
const lane = createImportLane(context)

/** Returns a file with the contact of each world, each with a campaign, and a new one. */
function file(campaign: string): string {
  const rows = worlds.map(({ contactMarker }) => `,${contactMarker}@example.com,${campaign}\n`)
  return `Name,Email,Campaign\nNew,${newId()}@example.com,${campaign}\n${rows.join('')}`
}

for (const sight of SIGHTS)
  test(`an import changes, counts and names no contact that its caller does not see: ${JSON.stringify(sight)}`, async () => {
    const options = await openAs(sight)
    const campaign = `campaign-${newId()}`
    const ask = async (request: string, body?: object) => {
      const answer = await call(request, { ...options, ...(body && { body }) })
      assert.ok(answer.status < 300, `${request}: ${answer.text}`)
      for (const { text } of secretsOf(sight, worlds).filter((each) => UUID.test(each.text)))
        assert.ok(!answer.text.includes(text), `${request}: ${answer.text}`)
      return answer.body
    }
    const upload = csvUpload(file(campaign))
    const uploaded = await call('POST /api/v1/imports', {
      ...options,
      ...upload,
      headers: { ...options.headers, ...upload.headers },
    })
    assert.equal(uploaded.status, 201, uploaded.text)
    const { id } = uploaded.body
    const hidden = worlds.filter(({ name }) => !seesContact(sight, name))
    const expected = [1, worlds.length - hidden.length, hidden.length]
    const work = async () => {
      const target = { workspaceId: scope.workspaceId, targetId: id, leaseToken: newId() }
      await lane.work(target, new AbortController().signal)
      const { created_count, matched_count, rejected_count } = await ask(
        `GET /api/v1/imports/${id}`,
      )
      assert.deepEqual([created_count, matched_count, rejected_count], expected)
      const { data } = await ask(`GET /api/v1/imports/${id}/rejects?limit=100`)
      for (const { code } of data) assert.equal(code, 'identity_taken')
      assert.equal(data.length, hidden.length)
    }
    await ask(`POST /api/v1/imports/${id}/check`, {
      mapping: { Name: 'name', Email: 'email', Campaign: 'campaign' },
    })
    await work()
    await ask(`POST /api/v1/imports/${id}/start`, {})
    await work()
    const { data } = await ask('GET /api/v1/imports?limit=100')
    assert.ok(data.some((each: { id: string }) => each.id === id))
    const leads = await scope.db
      .selectFrom('timeline_entries')
      .select(['person_id', 'data'])
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    const changed = new Set(
      leads
        .filter(({ data }) => JSON.stringify(data).includes(campaign))
        .map(({ person_id }) => person_id),
    )
    for (const { name, person } of worlds)
      assert.equal(changed.has(person), seesContact(sight, name), name)
  })

test('a caller who sees a part reads only their own imports', async () => {
  const { body } = await call('POST /api/v1/imports', {
    key: adminKey,
    ...csvUpload('Name\nAsha\n'),
  })
  for (const sight of SIGHTS) {
    const options = await openAs(sight)
    const { status } = await call(`GET /api/v1/imports/${body.id}`, options)
    assert.equal(status, sight.visibility === 'all' ? 200 : 404)
    const { data } = (await call('GET /api/v1/imports?limit=100', options)).body
    const isListed = data.some(({ id }: { id: string }) => id === body.id)
    assert.equal(isListed, sight.visibility === 'all')
  }
})

const UUID = /^[0-9a-f-]{36}$/

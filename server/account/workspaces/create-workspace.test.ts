import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createWorkspace, toSlug } from './create-workspace.ts'
import { getWorkspace } from './get-workspace.ts'

const { context } = await openTestContext()

describe('a new workspace', () => {
  test('rejects messages to unknown phone numbers by default', async () => {
    const created = await createWorkspace(context, { name: 'Café Zürich' })
    assert.equal(created.slug, 'cafe-zurich')
    assert.equal(created.unmatched_phone, 'reject')
    const other = await createWorkspace(context, {
      name: 'Other',
      unmatchedPhone: 'first_conversation',
    })
    assert.equal(other.unmatched_phone, 'first_conversation')
  })

  test('is found by its id and by its slug, in upper or lower case', async () => {
    const { id, slug } = await createWorkspace(context, { name: `Shop ${newId()}` })
    for (const name of [id, id.toUpperCase(), slug, slug.toUpperCase()])
      assert.equal((await getWorkspace(context, name)).id, id)
    await assert.rejects(getWorkspace(context, newId()), { code: 'workspace_not_found' })
    await assert.rejects(getWorkspace(context, 'nowhere'), { code: 'workspace_not_found' })
  })

  test('has a unique slug, also when created concurrently', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => createWorkspace(context, { name: 'Same Name' })),
    )
    assert.equal(outcomes.filter((each) => each.status === 'fulfilled').length, 1)
    for (const each of outcomes)
      if (each.status === 'rejected') assert.equal(each.reason.code, 'slug_taken')
  })

  test('requires a letter or a digit in its name', async () => {
    for (const name of ['', '  ', '---', '🎉'])
      await assert.rejects(createWorkspace(context, { name }), { code: 'validation_failed' })
  })
})

test('a slug is short, lower-case, without hyphens at its ends, and the slug of itself', () => {
  assert.equal(toSlug('  Müller & Söhne, GmbH. '), 'muller-sohne-gmbh')
  assert.equal(toSlug('東京 支店'), '東京-支店')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const slug = toSlug(name)
      assert.ok(slug.length <= 60)
      assert.doesNotMatch(slug, /^-|-$|--|\s/)
      assert.ok(slug.isWellFormed(), 'a character may not be cut in two')
      assert.equal(toSlug(slug), slug)
    }),
  )
})

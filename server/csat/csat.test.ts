import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { newWaId, rowsOf } from '#test/inbound.ts'
import { openCsat } from '#test/csat.ts'

const {
  scope,
  agentId,
  channelId,
  ask,
  asAgent,
  configure,
  work,
  say,
  tap,
  chatOf,
  close,
  round,
  requestOf,
} = await openCsat()

describe('the API', () => {
  test('settings are checked, audited, and need an admin', async () => {
    const texts = [
      {
        language: 'de',
        question: 'Wie zufrieden sind Sie?',
        choose: 'Bewerten',
        labels: ['Schlecht', 'OK', 'Gut'],
        thanks: '',
        comment: 'Warum?',
      },
    ]
    const settings = await configure({ texts, person_days: 30 })
    assert.deepEqual([settings.texts, settings.person_days, settings.is_on], [texts, 30, true])
    const twice = await ask('PATCH /api/v1/csat/settings', { texts: [...texts, ...texts] })
    assert.deepEqual([twice.status, twice.body.errors[0].field], [422, 'texts.1.language'])
    const unusable = await ask('PATCH /api/v1/csat/settings', { template: 'none' })
    assert.deepEqual([unusable.status, unusable.body.errors[0].field], [422, 'template'])
    const unknown = await ask('PATCH /api/v1/csat/settings', { off_team_ids: [newId()] })
    assert.equal(unknown.body.code, 'team_not_found')
    assert.equal((await asAgent('PATCH /api/v1/csat/settings', { is_on: false })).status, 403)
    const audit = await rowsOf(scope(), 'audit_entries')
    const [, changed] = audit.filter((row) => row.action === 'csat_settings.updated')
    assert.deepEqual(changed.data.changes, {
      person_days: { from: 7, to: 30 },
      csat_texts: { from: 'en, hi', to: 'de' },
    })
  })

  test('the report counts by member, team, channel and tag, and shows no average below five answers', async () => {
    const tag = await ask('POST /api/v1/tags', { name: 'Delivery', color: 'blue' })
    const team = await ask('POST /api/v1/teams', {
      name: 'Support',
      member_ids: [agentId()],
    })
    const report = async (query = '') => (await ask(`GET /api/v1/reports/csat${query}`)).body
    for (const [index, rating] of [5, 4, 4, 3, 1, null].entries()) {
      const from = newWaId()
      await say(from, 'Hello')
      const { id } = await chatOf(from)
      await ask(`PATCH /api/v1/chats/${id}`, {
        team_id: team.body.id,
        tag_ids: index < 3 ? [tag.body.id] : [],
      })
      await asAgent('POST /api/v1/messages/send', { conversation_id: id, message: 'Hello' })
      await close(id)
      await work()
      const [request] = await requestOf(id)
      if (rating !== null) await tap(from, `csat.${request.id}.${rating}`)
      if (index === 3) {
        const { totals } = await report()
        assert.deepEqual(totals, {
          asked: 4,
          answered: 4,
          answer_rate: 1,
          average: null,
          satisfied: null,
        })
      }
    }
    const { totals, by_member, by_team, by_channel, by_tag, buckets } = await report()
    const figures = { asked: 6, answered: 5, answer_rate: 5 / 6, average: 3.4, satisfied: 0.6 }
    assert.deepEqual(totals, figures)
    assert.deepEqual(by_team, [{ team_id: team.body.id, name: 'Support', ...figures }])
    assert.deepEqual(
      by_member.map(({ name: _name, ...row }: any) => row),
      [{ member_id: agentId(), ...figures }],
    )
    assert.equal(by_channel[0].channel_id, channelId())
    assert.deepEqual(by_tag, [
      {
        tag_id: tag.body.id,
        name: 'Delivery',
        asked: 3,
        answered: 3,
        answer_rate: 1,
        average: null,
        satisfied: null,
      },
    ])
    assert.equal(buckets.at(-1).asked, 6)
    assert.equal((await report(`?member_id=${newId()}`)).totals.asked, 0)
    const csv = await ask('GET /api/v1/reports/csat.csv?table=tags')
    assert.match(
      csv.text,
      /tag_id,tag,asked,answered,answer_rate,average,satisfied\r?\n[^,]+,Delivery,3,3,1,,/,
    )
  })

  test('ratings are listed, with filters', async () => {
    const from = newWaId()
    const id = await round(from)
    await round(newWaId())
    await work()
    const [request] = await requestOf(id)
    await tap(from, `csat.${request.id}.5`)
    const all = await ask('GET /api/v1/csat/ratings')
    assert.equal(all.body.data.length, 2)
    const answered = await ask('GET /api/v1/csat/ratings?answered=true')
    assert.deepEqual(
      answered.body.data.map((each: any) => [each.id, each.rating, each.conversation_id]),
      [[request.id, 5, id]],
    )
    const none = await ask(`GET /api/v1/csat/ratings?answered=false&conversation_id=${id}`)
    assert.deepEqual(none.body.data, [])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { newWaId } from '#test/inbound.ts'
import { survey } from './survey.ts'
import { openCsat } from '#test/csat.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const {
  context,
  scope,
  agentId,
  skip,
  ask,
  asAgent,
  configure,
  work,
  say,
  chatOf,
  close,
  round,
  requests,
  requestOf,
  sentBySystem,
  eventsOf,
  changesOf,
  stateOf,
} = await openCsat()

describe('asking', () => {
  test('a closed round is asked about once, by a list of five, and the question answers nothing', async () => {
    const from = newWaId()
    const id = await round(from)
    const before = await stateOf(id)
    await work()
    await work()
    const [question, ...more] = await sentBySystem()
    assert.equal(more.length, 0)
    assert.equal(question.type, 'interactive')
    assert.equal(question.status, 'queued')
    const { interactive } = question.content
    assert.equal(interactive.type, 'list')
    assert.deepEqual(
      interactive.action.sections[0].rows.map((row: any) => row.title),
      ['★★★★★', '★★★★☆', '★★★☆☆', '★★☆☆☆', '★☆☆☆☆'],
    )
    const [request] = await requestOf(id)
    assert.deepEqual(
      [request.state, request.message_id, request.member_id, request.language],
      ['asked', question.id, agentId(), 'en'],
    )
    assert.deepEqual(await changesOf(id), [{ result: 'asked', by: 'buttons' }])
    assert.deepEqual(await stateOf(id), before)
    assert.equal((await eventsOf('message.sent')).length, 2)
    // Reopened by hand, nobody waits because of the question.
    await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'open' })
    assert.deepEqual(await stateOf(id), { ...before, status: 'open' })
  })

  test('an unanswered message still waits after the question when the conversation is reopened', async () => {
    const from = newWaId()
    await round(from)
    skip(1_000)
    await say(from, 'And another thing')
    const { id } = await chatOf(from)
    await close(id)
    await work()
    await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'open' })
    const { direction, text, waits } = await stateOf(id)
    assert.deepEqual([direction, text], ['inbound', 'And another thing'])
    assert.ok(waits)
  })

  test('nobody is asked while it is off, nor about rounds that were closed before', async () => {
    await configure({ is_on: false })
    await round(newWaId())
    await configure({ is_on: true })
    await work()
    assert.deepEqual(await requests(), [])
    await configure({ delay_minutes: 10 })
    await round(newWaId())
    await work()
    await configure({ is_on: false })
    await configure({ is_on: true })
    skip(11 * MINUTE)
    await work()
    assert.deepEqual(
      (await requests()).map(({ state }) => state),
      ['dropped'],
    )
    assert.deepEqual(await sentBySystem(), [])
  })

  test('a round without a message of the customer, or without an answer, is not asked about', async () => {
    const from = newWaId()
    await say(from, 'Win a prize')
    await close((await chatOf(from)).id)
    await work()
    assert.deepEqual(await requests(), [])
  })

  test('the delay passes first, and a conversation that is reopened before is not asked about', async () => {
    await configure({ delay_minutes: 30 })
    const [patient, returning] = [newWaId(), newWaId()]
    const id = await round(patient)
    await round(returning)
    await work()
    assert.deepEqual(
      (await requests()).map(({ state }) => state),
      ['due', 'due'],
    )
    await say(returning, 'Still not here')
    skip(31 * MINUTE)
    await work()
    assert.deepEqual((await requests()).map(({ state }) => state).toSorted(), ['asked', 'dropped'])
    assert.equal((await requestOf(id))[0].state, 'asked')
  })

  test('a close that was taken back counts with the next one', async () => {
    await configure({ delay_minutes: 5 })
    for (const pause of [0, 3 * MINUTE]) {
      const id = await round(newWaId())
      await work()
      skip(pause)
      await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'open' })
      skip(3 * MINUTE)
      await close(id)
      skip(3 * MINUTE)
      await work()
      assert.deepEqual(await changesOf(id), [])
      skip(3 * MINUTE)
      await work()
      assert.deepEqual(await changesOf(id), [{ result: 'asked', by: 'buttons' }])
    }
    assert.equal((await sentBySystem()).length, 2)
  })

  test('a contact is asked at most once in the days of the setting, and the thread says so', async () => {
    const from = newWaId()
    const id = await round(from)
    await work()
    skip(2 * DAY)
    await round(from, 'It broke')
    await work()
    assert.deepEqual((await changesOf(id)).at(-1), { result: 'skipped', reason: 'asked_lately' })
    skip(6 * DAY)
    await round(from, 'It broke again')
    await work()
    assert.deepEqual(
      (await requestOf(id)).map(({ state }) => state),
      ['asked', 'skipped', 'asked'],
    )
  })

  test('a team that is left out is not asked about', async () => {
    const team = await ask('POST /api/v1/teams', { name: 'Legal', member_ids: [] })
    await configure({ off_team_ids: [team.body.id] })
    const from = newWaId()
    await say(from, 'Hello')
    const { id } = await chatOf(from)
    await ask(`PATCH /api/v1/chats/${id}`, { team_id: team.body.id })
    await ask('POST /api/v1/messages/send', { conversation_id: id, message: 'Hello' })
    await ask(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
    await work()
    assert.deepEqual(await requests(), [])
  })

  test('the language is that of the contact, else that of the script in which the customer writes', async () => {
    await round(newWaId(), 'मेरा पार्सल देर से है')
    await work()
    const [question] = await sentBySystem()
    assert.match(question.text, /संतुष्ट/)
    const from = newWaId()
    await say(from, 'नमस्ते')
    const { person_id: personId } = await chatOf(from)
    await ask(`PATCH /api/v1/contacts/${personId}`, { language: 'en-IN' })
    await round(from, 'मेरा पार्सल देर से है')
    await work()
    assert.match((await sentBySystem()).at(-1).text, /How satisfied/)
  })

  test('three choices are buttons with labels', async () => {
    await configure({ scale: 3 })
    await round(newWaId())
    await work()
    const [question] = await sentBySystem()
    assert.deepEqual(
      question.content.interactive.action.buttons.map((each: any) => each.reply.title),
      ['🙂 Good', '😐 OK', '🙁 Bad'],
    )
  })

  test('outside the window nobody is asked without a template, and with one it has a payload for each button', async () => {
    await configure({ delay_minutes: 2 * 24 * 60 })
    const id = await round(newWaId())
    skip(2 * DAY + MINUTE)
    await work()
    assert.deepEqual(await changesOf(id), [{ result: 'skipped', reason: 'window_closed' }])
    await addTemplate('rate_us', 5)
    await configure({ template: 'rate_us' })
    const other = await round(newWaId())
    skip(2 * DAY + MINUTE)
    await work()
    assert.deepEqual(await changesOf(other), [{ result: 'asked', by: 'template' }])
    const [question] = await sentBySystem()
    const { components } = question.content.template
    const [request] = await requestOf(other)
    assert.equal(components[0].parameters[0].payload, `csat.${request.id}.5`)
    assert.equal(components.length, 5)
  })

  test('two workers and repeated turns from an old position ask once', async () => {
    const from = newWaId()
    const id = await round(from)
    const follow = () => survey(scope(), { position: 0, head: 100 }, () => false)
    await Promise.all([follow(), follow(), follow()])
    await follow()
    assert.equal((await sentBySystem()).length, 1)
    assert.equal((await requestOf(id)).length, 1)
  })

  test('wherever a worker ends, the next turn asks once', async () => {
    let ends = 0
    for (let calls = 1; calls <= 16; calls++) {
      const id = await round(newWaId())
      let left = calls
      const now = () => {
        if (--left === 0) throw new Error('ended')
        return context.clock.now()
      }
      const ending = { ...scope(), clock: { now } }
      await survey(ending, { position: 0, head: 1_000 }, () => false).catch(() => ends++)
      await work()
      const [request, ...others] = await requestOf(id)
      assert.deepEqual([request.state, others], ['asked', []])
      const sent = (await sentBySystem()).filter((row) => row.chat_id === id)
      assert.deepEqual(
        sent.map((row) => row.id),
        [request.message_id],
      )
    }
    assert.ok(ends > 5, `${ends} ended`)
  })
})

async function addTemplate(name: string, buttons: number) {
  const now = context.clock.now()
  await scope()
    .db.insertInto('templates')
    .values({
      workspace_id: scope().workspaceId,
      id: newId(),
      // That of the payloads of tests.
      business_account: '310000000000001',
      name,
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      components: JSON.stringify([
        { type: 'BODY', text: 'How did we do?' },
        {
          type: 'BUTTONS',
          buttons: Array.from({ length: buttons }, (_, index) => ({
            type: 'QUICK_REPLY',
            text: `${buttons - index}`,
          })),
        },
      ]),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

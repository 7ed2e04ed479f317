import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { newWaId, rowsOf } from '#test/inbound.ts'
import { openWebChats } from '#test/web-chats.ts'
import { openCsat } from '#test/csat.ts'

const MINUTE = 60_000
const {
  context,
  scope,
  agentId,
  skip,
  asAgent,
  configure,
  work,
  say,
  tap,
  close,
  round,
  requestOf,
  asked,
  sentBySystem,
  eventsOf,
  changesOf,
  stateOf,
} = await openCsat()
const chats = openWebChats(context)

describe('answers in the chat', () => {
  test('a tap is the rating: it neither reopens nor notifies nor waits, and can be changed for 15 minutes', async () => {
    const from = newWaId()
    const { id, requestId } = await asked(from)
    const before = await stateOf(id)
    const received = (await eventsOf('message.received')).length
    await tap(from, `csat.${requestId}.5`)
    await tap(from, `csat.${requestId}.2`)
    assert.deepEqual(await stateOf(id), before)
    assert.equal((await eventsOf('message.received')).length, received)
    const ratings = await eventsOf('csat.answered')
    assert.deepEqual(
      ratings.map(({ rating, member_id, conversation_id }) => [rating, member_id, conversation_id]),
      [
        [5, agentId(), id],
        [2, agentId(), id],
      ],
    )
    skip(16 * MINUTE)
    await tap(from, `csat.${requestId}.1`)
    assert.equal((await requestOf(id))[0].rating, 2)
    assert.deepEqual(await stateOf(id), before)
    assert.deepEqual(
      (await changesOf(id)).map(({ result, rating, previous_rating }: any) => [
        result,
        rating,
        previous_rating,
      ]),
      [
        ['asked', undefined, undefined],
        ['answered', 5, undefined],
        ['answered', 2, 5],
      ],
    )
  })

  test('the next message within ten minutes is the comment that was asked for, and the one after it reopens', async () => {
    const from = newWaId()
    const { id, requestId } = await asked(from)
    const before = await stateOf(id)
    await tap(from, `csat.${requestId}.4`)
    await work()
    assert.equal((await sentBySystem()).length, 2)
    await say(from, 'Quick and friendly')
    assert.equal((await stateOf(id)).status, 'closed')
    assert.equal((await requestOf(id))[0].comment, 'Quick and friendly')
    assert.equal((await eventsOf('csat.answered')).at(-1)!.comment, 'Quick and friendly')
    await say(from, 'One more question')
    const after = await stateOf(id)
    assert.deepEqual([after.status, after.unread], ['open', before.unread + 1])
  })

  test('a message is no comment unless it was asked for, nor after ten minutes', async () => {
    const from = newWaId()
    const { id, requestId } = await asked(from)
    await tap(from, `csat.${requestId}.4`)
    await work()
    skip(11 * MINUTE)
    await say(from, 'Where is my parcel?')
    assert.deepEqual([(await stateOf(id)).status, (await requestOf(id))[0].comment], ['open', null])
    await configure({ asks_comment: false, person_days: 0 })
    const other = newWaId()
    const next = await asked(other)
    await tap(other, `csat.${next.requestId}.4`)
    await work()
    assert.equal((await sentBySystem()).at(-1).text, 'Thank you for your rating.')
    await say(other, 'Thanks')
    assert.equal((await stateOf(next.id)).status, 'open')
  })

  test('an ordinary message instead of a rating reopens, and a choice of another conversation is no rating', async () => {
    const [from, stranger] = [newWaId(), newWaId()]
    const { id, requestId } = await asked(from)
    const other = await round(stranger)
    await tap(stranger, `csat.${requestId}.1`)
    assert.equal((await requestOf(id))[0].rating, null)
    assert.equal((await stateOf(other)).status, 'open')
    await say(from, 'It is still broken')
    assert.equal((await stateOf(id)).status, 'open')
  })
})

describe('web chats', () => {
  test('the widget shows the choices, and a tap is the rating', async () => {
    const web = await chats.open({ scope: scope() })
    const token = await web.start()
    await web.write(token, 'Do you ship to Pune?')
    await web.work()
    const chat = (await rowsOf(scope(), 'chats')).find((row) => row.channel_id === web.chat.id)
    await asAgent('POST /api/v1/messages/send', { conversation_id: chat.id, message: 'Yes.' })
    await close(chat.id)
    await configure({ way: 'link', asks_comment: false })
    await work()
    await web.send()
    const { data } = await web.read(token)
    const { choices } = data.at(-1)!
    assert.equal(choices.length, 5)
    const sent = await web.call('POST /messages', {
      token,
      body: { id: newId(), text: choices[1]!.title, choice: choices[1]!.id },
    })
    assert.equal(sent.status, 202)
    await web.work()
    const [request] = await requestOf(chat.id)
    assert.equal(request.rating, 4)
    assert.equal((await stateOf(chat.id)).status, 'closed')
  })
})

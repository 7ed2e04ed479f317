import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { createNote } from '#conversations/notes/create-note.ts'
import { deleteNote } from '#conversations/notes/delete-note.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { readMailsTo } from '#test/mails.ts'
import { createNotifyLane } from '../recording/create-notify-lane.ts'

const from = { name: 'Parley', address: 'parley@example.com' }
const { context } = await openTestContext({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from } })
const MINUTE = 60_000

/** Opens a workspace with two members and a conversation, under a clock that `time` moves. */
async function open() {
  const time = { now: Date.now() }
  const mine: Context = { ...context, clock: { now: () => new Date(time.now) } }
  const { scope, workspaceId } = await createTestWorkspace(mine)
  const [ada, ben] = [
    await createTestMember(scope, 'agent'),
    await createTestMember(scope, 'agent'),
  ]
  const chat = await createTestChat(scope)
  const asBen: Scope = { ...scope, actor: { type: 'member', id: ben.membershipId } }
  const lane = createNotifyLane(mine)
  const work = async () => {
    const { signal } = new AbortController()
    const target = { workspaceId, targetId: workspaceId, leaseToken: newId(), wakes: 0 }
    return (await lane.work(target, signal)).dueAt
  }
  const mention = (text: string) =>
    createNote(asBen, chat.id, { text, mentions: [ada.membershipId] })
  const seen = (at: Date) =>
    scope.directory
      .insertInto('notification_settings')
      .values({ workspace_id: workspaceId, membership_id: ada.membershipId, seen_at: at })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'membership_id']).doUpdateSet({ seen_at: at }),
      )
      .execute()
  const change = (set: object) =>
    scope.directory
      .updateTable('notification_settings')
      .set(set)
      .where('workspace_id', '=', workspaceId)
      .execute()
  const mails = () => readMailsTo(mine, ada.email)
  return {
    time,
    scope: systemScope(mine, workspaceId),
    asBen,
    ada,
    chat,
    work,
    mention,
    seen,
    change,
    mails,
  }
}

test('mentions and an assignment while a member is away become one mail', async () => {
  const { time, asBen, ada, chat, work, mention, mails } = await open()
  await mention('First')
  const due = await work()
  assert.equal(due?.getTime(), time.now + 5 * MINUTE)
  time.now += 2 * MINUTE
  await mention('Second')
  await updateChat(asBen, chat.id, { assignee_id: ada.membershipId })
  await work()
  assert.deepEqual(await mails(), [])
  time.now += 3 * MINUTE
  assert.equal(await work(), null)
  await work()
  const [mail, ...others] = await mails()
  assert.deepEqual(others, [])
  assert.match(mail!.subject, /^3 notifications/)
  assert.match(mail!.text, /First[^]*Second|Second[^]*First/)
  assert.match(mail!.text, /assigned the conversation with Asha Rao to you/)
})

test('a single mention is mailed with its text, in the language of the member', async () => {
  const { time, scope, ada, work, mention, mails } = await open()
  await scope.directory
    .updateTable('users')
    .set({ locale: 'hi' })
    .where('id', '=', ada.userId)
    .execute()
  await mention('Please call back')
  await work()
  time.now += 5 * MINUTE
  await work()
  const [mail] = await mails()
  assert.match(mail!.subject, /ज़िक्र किया: Asha Rao/)
  assert.match(mail!.text, /Please call back/)
})

test('a member who was here, has read it, or wants no mail gets none', async () => {
  const { time, scope, work, mention, seen, change, mails } = await open()
  await mention('Seen')
  await work()
  await seen(new Date(time.now + MINUTE))
  time.now += 5 * MINUTE
  assert.equal(await work(), null)
  await mention('Read')
  await work()
  await scope.db
    .updateTable('notifications')
    .set({ read_at: new Date(time.now) })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  time.now += 5 * MINUTE
  await work()
  await change({ by_mail: false })
  await mention('Unwanted')
  await work()
  time.now += 5 * MINUTE
  await work()
  assert.deepEqual(await mails(), [])
})

test('mails wait for the end of quiet hours, and for a pause after the last mail', async () => {
  const { time, work, mention, seen, change, mails } = await open()
  time.now = Date.parse('2026-11-20T21:30:00Z')
  await seen(new Date(time.now - 60 * MINUTE))
  await change({ quiet_from: 21 * 60, quiet_to: 22 * 60 })
  await mention('Quiet')
  await work()
  time.now += 5 * MINUTE
  assert.deepEqual(await work(), new Date('2026-11-20T22:00:00Z'))
  time.now = Date.parse('2026-11-20T22:00:00Z')
  await work()
  assert.equal((await mails()).length, 1)
  await mention('Soon after')
  await work()
  time.now += 5 * MINUTE
  assert.deepEqual(await work(), new Date('2026-11-20T22:30:00Z'))
  assert.equal((await mails()).length, 1)
  time.now = Date.parse('2026-11-20T22:30:00Z')
  await work()
  assert.equal((await mails()).length, 2)
})

test('a deleted note is not mailed', async () => {
  const { time, asBen, work, mention, mails } = await open()
  const note = await mention('Wrong conversation')
  await work()
  await deleteNote(asBen, note.id)
  time.now += 5 * MINUTE
  await work()
  assert.deepEqual(await mails(), [])
})

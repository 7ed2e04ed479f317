import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createChannel } from '#channels/create-channel.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createTestBot } from '#test/bots.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { plantIngestUptime } from '#test/ingest-uptime.ts'
import { startReceiver } from '#test/receiver.ts'
import { openSpeaker } from '#test/voices/open-speakers.ts'
import type { Speaker } from '#test/voices/open-speakers.ts'
import type { Step, Voice } from '#test/voices/speak.ts'
import { waitFor } from '#test/wait-for.ts'

/** How many conversations are raced for. A release checks 10,000. */
const RACES = Number(process.env['VOICES_RACES'] ?? 150)
/** Conversations that are raced for at the same time. */
const AT_ONCE = 50
const STEPS = 8

const { context, url } = await openTestContext()
const platform = await startReceiver()
after(() => platform.close())
/** The texts that the platform got, in order, by the number that they went to. */
const heard = new Map<string, string[]>()

let scope: Scope
let channelId: string
let bots: Voice[]
let members: Voice[]
let speakers: Speaker[]

before(async () => {
  await plantIngestUptime(context)
  platform.respondWith((request, response) => {
    const { to, text } = JSON.parse(request.body.toString())
    heard.getOrInsertComputed(to, () => []).push(text.body)
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] }))
  })
  scope = (await createTestWorkspace(context)).scope
  const account = String(randomInt(100_000_000_000, 999_999_999_999))
  const channel = await createChannel(scope, { type: 'whatsapp', account, access_token: 'sim_a' })
  channelId = channel.id
  await context.db
    .updateTable('channels')
    .set({ send_rate: 1000 })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', channelId)
    .execute()
  bots = []
  for (const name of ['First', 'Second'])
    bots.push({ type: 'bot', id: (await createTestBot(scope, { name })).id })
  members = []
  for (let count = 0; count < 2; count++)
    members.push({ type: 'member', id: (await createTestMember(scope, 'agent')).membershipId })
  speakers = []
  for (let count = 0; count < 2; count++)
    speakers.push(await openSpeaker(url, `${platform.url}/v25.0`))
})
beforeClose(context, async () => {
  await Promise.all(speakers.map((speaker) => speaker.close()))
})

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!

/** Returns what someone may do at any time: speak, mostly, or hand over. A bot may have seen an earlier version. */
function anyStep(chatId: string, number: number): Step {
  const by = randomInt(3) === 0 ? oneOf(members) : oneOf(bots)
  const common = { workspaceId: scope.workspaceId, chatId, by }
  const seen = by.type === 'bot' && randomInt(2) === 0 ? { version: randomInt(4) } : {}
  if (randomInt(4) > 0)
    return { ...common, ...seen, kind: 'say', text: `${by.type} ${by.id} ${number}` }
  const to = oneOf([{ type: 'queue' }, { type: 'bot', id: oneOf(bots).id }] as const)
  return { ...common, ...seen, kind: 'hand_over', to }
}

/** Lets both processes do random steps with a conversation of the first bot at the same time. Returns how many were refused. */
async function race(): Promise<{ id: string; recipient: string; refused: number }> {
  const { id, phoneE164 } = await createTestChat(scope, { channelId })
  await context.db
    .updateTable('chats')
    .set({ assignee_id: bots[0]!.id })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .execute()
  const steps = Array.from({ length: STEPS }, (_, number) => anyStep(id, number))
  const outcomes = await Promise.all(steps.map((step) => oneOf(speakers).speak(step)))
  const codes = outcomes.flatMap(({ code }) => code ?? [])
  assert.deepEqual(
    [...new Set(codes)].filter((code) => code !== 'not_holder'),
    [],
  )
  return { id, recipient: phoneE164, refused: codes.length }
}

/** Returns whom each version of a conversation was held by since an event, as a voice: a bot, or people. */
async function historyOf(chatId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ type: string; id: string | null }>`
    select body::jsonb #>> '{data,held_by,type}' as type, body::jsonb #>> '{data,held_by,id}' as id
    from events
    where workspace_id = ${scope.workspaceId} and position > ${after}::bigint and type = 'conversation.updated'
      and body::jsonb #>> '{data,id}' = ${chatId}
    order by position`.execute(context.db)
  const voices = rows.map(({ type, id }) => (type === 'bot' ? id! : 'people'))
  return [bots[0]!.id, ...voices]
}

/** Returns the voices that the customer heard, one after the other. */
function voicesOf(texts: string[]): string[] {
  const voices = texts.map((text) => {
    const [type, id] = text.split(' ')
    return type === 'bot' ? id! : 'people'
  })
  return voices.filter((voice, index) => voice !== voices[index - 1])
}

/** Returns whether the customer heard the holders in the order in which they held the conversation, and nobody else. */
function isOneVoice(voices: string[], history: string[]): boolean {
  let at = 0
  return voices.every((voice) => {
    const found = history.indexOf(voice, at)
    at = found
    return found >= 0
  })
}

test(
  `in ${RACES} conversations that bots and members of two processes race for, no two voices are heard`,
  { timeout: 60_000 + RACES * 300 },
  async () => {
    let refused = 0
    const total = { sent: 0, stopped: 0, voices: 0 }
    for (let done = 0; done < RACES; done += AT_ONCE) {
      const count = Math.min(AT_ONCE, RACES - done)
      const { event_position: start } = await context.db
        .selectFrom('workspace_counters')
        .select('event_position')
        .where('workspace_id', '=', scope.workspaceId)
        .executeTakeFirstOrThrow()
      const races = await Promise.all(Array.from({ length: count }, race))
      if (done % 1000 === 0 && process.env['VOICES_RACES']) console.log(done, new Date())
      for (const { id, recipient, refused: own } of races) {
        refused += own
        const rows = await waitFor(async () => {
          const found = await context.db
            .selectFrom('messages')
            .select(['status', 'error_code', 'author_type', 'text'])
            .where('workspace_id', '=', scope.workspaceId)
            .where('chat_id', '=', id)
            .orderBy('id')
            .execute()
          return found.every(({ status }) => status !== 'queued') ? found : undefined
        })
        const failed = rows.filter(({ status }) => status === 'failed')
        for (const { author_type, error_code } of failed)
          assert.deepEqual([author_type, error_code], ['bot', 'handed_over'])
        const texts = heard.get(recipient) ?? []
        const sent = rows.filter(({ status }) => status !== 'failed')
        assert.deepEqual(
          texts,
          sent.map(({ text }) => text),
        )
        const [voices, history] = [voicesOf(texts), await historyOf(id, String(start))]
        assert.ok(isOneVoice(voices, history), JSON.stringify({ id, voices, history, texts }))
        total.sent += sent.length
        total.stopped += failed.length
        total.voices += voices.length
        heard.delete(recipient)
      }
    }
    // A race in which nothing is refused and nothing is stopped would show nothing.
    assert.ok(refused > 0 && total.stopped > 0, JSON.stringify({ refused, ...total }))
    if (process.env['VOICES_RACES']) console.log(JSON.stringify({ RACES, refused, ...total }))
  },
)

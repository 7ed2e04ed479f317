import type { Context, Scope } from '#db/context.ts'
import { createNote } from '#conversations/notes/create-note.ts'
import { newId } from '#lib/ids.ts'
import { createDraft } from '#messages/drafts/create-draft.ts'
import { SCOPES } from '#shared/scopes.ts'
import { createRandom } from './crash/random.ts'
import type { Random } from './crash/random.ts'
import {
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
} from './factories.ts'
import { connectToMcp } from './mcp.ts'
import type { TestMcp } from './mcp.ts'

/** The scopes that each tool needs, as the documents promise. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  find_customer: ['contacts:read'],
  list_channels: ['chats:read'],
  list_conversations: ['chats:read'],
  read_conversation: ['messages:read', 'chats:read'],
  explain_webhook: ['webhooks:read'],
  draft_reply: ['messages:draft'],
  send_reply: ['messages:draft'],
  create_ticket: ['tickets:write'],
  create_contact: ['contacts:write'],
}
const CONNECTIONS = 16

/** A workspace whose every text contains `mark`. */
type Place = { scope: Scope; mark: string; chatId: string; personId: string; eventId: string }

/** A connection with a key and its scopes. */
type Caller = { place: Place; scopes: readonly string[]; mcp: TestMcp }

/** The outcome of random calls. `leaks` describes each answer that the caller must not get. */
type LeakReport = { calls: number; refused: number; answered: number; leaks: string[] }

/**
 * Calls random tools with random scopes over the servers at `urls` in turn, with ids of the caller's workspace and of
 * others, and looks in every answer for what the caller may not see. `seed` repeats a run.
 */
export async function callRandomTools(
  context: Context,
  urls: string[],
  { calls, seed }: { calls: number; seed: number },
): Promise<LeakReport> {
  const random = createRandom(seed)
  const places = await Promise.all([0, 1, 2, 3].map(() => createPlace(context)))
  const callers = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index): Promise<Caller> => {
      const place = places[index % places.length]!
      const scopes = chooseScopes(random)
      return {
        place,
        scopes,
        mcp: await connectToMcp(urls, await createTestKey(place.scope, scopes)),
      }
    }),
  )
  const report: LeakReport = { calls: 0, refused: 0, answered: 0, leaks: [] }
  await Promise.all(
    callers.map(async (caller) => {
      while (report.calls < calls) {
        report.calls++
        const subject = random.pick(places)
        const tool = random.pick(Object.keys(NEEDED))
        const input = inputOf(tool, subject, random)
        const { isError, text } = await caller.mcp.use(tool, input)
        report[isError ? 'refused' : 'answered']++
        const leak = findLeak({ caller, places, subject, tool, isError, text })
        if (leak) report.leaks.push(`${leak}: ${tool} for [${caller.scopes.join(', ')}]: ${text}`)
      }
    }),
  )
  await Promise.all(callers.map(({ mcp }) => mcp.close()))
  return report
}

async function createPlace(context: Context): Promise<Place> {
  const { scope } = await createTestWorkspace(context)
  const mark = `mark${newId().replaceAll('-', '')}`
  const person = await createTestPerson(scope, { name: `Meera ${mark}` })
  const chat = await createTestChat(scope, { personId: person.id, phoneE164: person.phoneE164 })
  const author = { ...scope, actor: { type: 'api_key' as const, id: newId() } }
  await createNote(author, chat.id, { text: `Note ${mark}` })
  await createDraft(
    author,
    { conversation_id: chat.id, text: `Draft ${mark}` },
    { ...author.actor, name: 'test' },
  )
  const { id } = await scope.db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'note.created')
    .executeTakeFirstOrThrow()
  return { scope, mark, chatId: chat.id, personId: person.id, eventId: id }
}

function chooseScopes(random: Random): string[] {
  const chosen = SCOPES.filter(() => random.chance(0.25))
  return chosen.length > 0 ? chosen : [random.pick(SCOPES)]
}

function inputOf(tool: string, subject: Place, random: Random): Record<string, unknown> {
  const { chatId: conversation_id, personId: person_id, eventId: event_id } = subject
  // A few texts, so that calls are also repeated.
  const text = `Hello ${random.between(1, 3)}`
  switch (tool) {
    case 'find_customer':
      return { query: random.pick(['Meera', subject.mark]) }
    case 'list_conversations':
      return random.chance(0.5) ? {} : { person_id }
    case 'read_conversation':
      return { conversation_id }
    case 'explain_webhook':
      return { event_id }
    case 'draft_reply':
    case 'send_reply':
      return { conversation_id, text }
    case 'create_ticket':
      return { person_id, title: text }
    case 'create_contact':
      return { name: text }
    default:
      return {}
  }
}

/** Returns what is wrong with an answer, by the rules of the documents alone; undefined if nothing is. */
function findLeak(call: {
  caller: Caller
  places: Place[]
  subject: Place
  tool: string
  isError: boolean
  text: string
}): string | undefined {
  const { caller, places, subject, tool, isError, text } = call
  for (const { mark, scope } of places)
    if (scope !== caller.place.scope && text.includes(mark))
      return 'it shows a text of another workspace'
  const missing = NEEDED[tool]!.filter((needed) => !isGranted(caller.scopes, needed))
  if (missing.length > 0)
    return isError && text.startsWith('insufficient_scope')
      ? undefined
      : 'it answers without its scope'
  if (text.startsWith('insufficient_scope')) return 'it refuses a scope that the key has'
  const namesOne = ![
    'find_customer',
    'list_channels',
    'list_conversations',
    'create_contact',
  ].includes(tool)
  if (namesOne && subject !== caller.place)
    return isError && /^\w+_not_found/.test(text)
      ? undefined
      : 'it knows an id of another workspace'
  return undefined
}

/** Returns whether a scope is among the held ones or included in one of them. */
function isGranted(held: readonly string[], needed: string): boolean {
  const wide = needed.endsWith(':read') ? 'read' : 'write'
  const including = needed === 'messages:draft' ? ['messages:write'] : []
  return [needed, ...including, wide, 'admin', '*'].some((each) => held.includes(each))
}

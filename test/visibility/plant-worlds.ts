import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { recordAnswer } from '#csat/record-answer.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import type { Call } from '#test/app.ts'
import { createTestChannel, createTestChat, createTestPerson } from '#test/factories.ts'
import type { Visibility } from '#shared/roles.ts'

/**
 * A contact with all that belongs to it. `ids` are those of all its things. `marker` is in each text of its conversation and ticket,
 * `contactMarker` in those of the contact itself.
 */
export type World = {
  name: WorldName
  marker: string
  contactMarker: string
  person: string
  conversation: string | undefined
  ticket: string
  ids: Record<string, string>
}

type Facts = {
  team?: 'own' | 'other'
  assignee?: 'me' | 'colleague'
  /** Whether I take part, or did until I was removed. */
  takesPart?: boolean
  isClosed?: true
  isTicketOnly?: true
  /** The world whose contact is the survivor of a merge with this one. */
  mergedInto?: string
}

/** The situations in which a member meets a conversation or ticket. */
const WORLDS = {
  own: { team: 'other', assignee: 'me' },
  queue: { team: 'own' },
  taken: { team: 'own', assignee: 'colleague' },
  other: { team: 'other' },
  none: {},
  noneTaken: { assignee: 'colleague' },
  participant: { team: 'other', assignee: 'colleague', takesPart: true },
  former: { team: 'other', assignee: 'colleague', takesPart: false },
  closed: { team: 'own', isClosed: true },
  closedOther: { team: 'other', isClosed: true },
  ticketOnly: { team: 'own', isTicketOnly: true },
  ticketOther: { team: 'other', isTicketOnly: true },
  survivor: { team: 'own' },
  merged: { team: 'other', mergedInto: 'survivor' },
  hiddenSurvivor: { team: 'other', assignee: 'colleague' },
  seenMerged: { team: 'own', isTicketOnly: true, mergedInto: 'hiddenSurvivor' },
} as const satisfies Record<string, Facts>

/** The name of a situation. */
type WorldName = keyof typeof WORLDS

const WORLD_NAMES = Object.keys(WORLDS) as WorldName[]

/** The rights of a caller: a key sees its teams, a member what the visibility says. Without `role`, the member is an agent. */
export type Sight = {
  visibility: Visibility | 'key'
  seesNoTeam: boolean
  role?: 'supervisor' | 'light_agent' | 'viewer' | 'custom'
}

/** Returns whether a caller sees a world, by the words of the guide and not by the conditions of the server. */
export function sees({ visibility, seesNoTeam }: Sight, name: WorldName): boolean {
  const { team, assignee, takesPart }: Facts = WORLDS[name]
  if (visibility === 'all') return true
  const isOfTeam = team === undefined ? seesNoTeam : team === 'own'
  if (visibility === 'key') return isOfTeam
  if (assignee === 'me' || takesPart) return true
  return isOfTeam && (visibility === 'teams' || assignee === undefined)
}

/** Returns whether a caller sees the contact of a world: with anything of it, or of a contact that was merged with it. */
export function seesContact(sight: Sight, name: WorldName): boolean {
  const survivorOf = (each: WorldName) => (WORLDS[each] as Facts).mergedInto ?? each
  return WORLD_NAMES.some((each) => survivorOf(each) === survivorOf(name) && sees(sight, each))
}

/** The things of a world that belong to its contact, by their kinds. All others belong to its conversation or ticket. */
const OF_CONTACT: readonly string[] = ['person', 'contactNote', 'absorbed', 'merge']

/** Returns whether a caller sees the thing of a kind of a world. */
export function seesKind(sight: Sight, { name }: World, kind: string): boolean {
  return OF_CONTACT.includes(kind) ? seesContact(sight, name) : sees(sight, name)
}

/** Returns the ids and markers of the worlds that a caller does not see. */
export function secretsOf(
  sight: Sight,
  worlds: readonly World[],
): { name: string; text: string }[] {
  return worlds.flatMap((world) => {
    const { name, ids, marker, contactMarker } = world
    const texts = Object.entries({ marker, ...ids })
      .filter(([kind]) => !seesKind(sight, world, kind))
      .map(([, text]) => text)
    if (!seesContact(sight, name)) texts.push(contactMarker)
    return texts.map((text) => ({ name, text }))
  })
}

/** Creates two teams, and a world for each situation. `me` is in the first team. */
export async function plantWorlds(
  call: Call,
  scope: Scope,
  { key, me, colleague }: { key: string; me: string; colleague: string },
): Promise<{ teams: { own: string; other: string }; worlds: World[]; channel: string }> {
  const teams = { own: newId(), other: newId() }
  const now = scope.clock.now()
  const { workspaceId: workspace_id } = scope
  for (const [name, id] of Object.entries(teams))
    await scope.db
      .insertInto('teams')
      .values({ workspace_id, id, name, created_at: now, updated_at: now })
      .execute()
  await scope.db
    .insertInto('team_members')
    .values({ workspace_id, team_id: teams.own, membership_id: me, created_at: now })
    .execute()
  const { id: channel } = await createTestChannel(scope)
  const worlds: World[] = []
  for (const name of WORLD_NAMES)
    worlds.push(await plantWorld(call, scope, { key, name, channel, teams, me, colleague }))
  for (const world of worlds) await mergeWorld(call, key, { world, worlds })
  return { teams, worlds, channel }
}

/** Merges the contact of a world, if it is to be, into that of another one. */
async function mergeWorld(
  call: Call,
  key: string,
  { world, worlds }: { world: World; worlds: World[] },
): Promise<void> {
  const survivor = worlds.find(({ name }) => name === (WORLDS[world.name] as Facts).mergedInto)
  if (!survivor) return
  const body = { other_id: world.person }
  const answer = await call(`POST /api/v1/contacts/${survivor.person}/merge`, { key, body })
  if (answer.status > 299) throw new Error(answer.text)
  world.ids['absorbed'] = world.person
  world.ids['merge'] = answer.body.id
  world.person = survivor.person
  world.ids['person'] = survivor.person
}

type Place = {
  key: string
  name: WorldName
  channel: string
  teams: { own: string; other: string }
  me: string
  colleague: string
}

async function plantWorld(call: Call, scope: Scope, place: Place): Promise<World> {
  const { key, name, channel, teams, me, colleague } = place
  const facts: Facts = WORLDS[name]
  const marker = `secret${name.toLowerCase()}x`
  const contactMarker = `contact${name.toLowerCase()}x`
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await call(`POST /api/v1/${path}`, { key, body })
    if (answer.status > 299) throw new Error(`${path}: ${answer.text}`)
    return answer.body.id
  }
  const { id: person } = await createTestPerson(scope, {
    name: `secret ${contactMarker}`,
    email: `${contactMarker}@example.com`,
  })
  const ids: Record<string, string> = { person }
  let conversation: string | undefined
  if (!facts.isTicketOnly) {
    conversation = (await createTestChat(scope, { personId: person, channelId: channel })).id
    const conversation_id = conversation
    ids['conversation'] = conversation
    ids['message'] = await post('messages/send', { conversation_id, message: `${marker} message` })
    ids['note'] = await post(`chats/${conversation}/notes`, {
      text: `${marker} note`,
      mentions: [me],
    })
    ids['draft'] = await post('drafts', { conversation_id, text: `${marker} draft` })
    ids['rating'] = await plantRating(scope, {
      chat_id: conversation,
      channel_id: channel,
      comment: `${marker} rating`,
    })
    await recordChatChanges(scope, [
      {
        chatId: conversation,
        kind: 'assigned',
        data: { assignee_id: me, previous_assignee_id: null },
      },
    ])
  }
  const ticket = await post('tickets', {
    person_id: person,
    title: `${marker} ticket`,
    ...(conversation && { conversation_id: conversation }),
  })
  ids['ticket'] = ticket
  ids['comment'] = await post(`tickets/${ticket}/comments`, { text: `${marker} comment` })
  ids['contactNote'] = await post(`contacts/${person}/notes`, { text: `${contactMarker} note` })
  const own = {
    team_id: facts.team ? teams[facts.team] : null,
    assignee_id: facts.assignee === 'me' ? me : facts.assignee === 'colleague' ? colleague : null,
  }
  await updateById(scope, 'tickets', ticket, own)
  if (conversation) {
    const status = facts.isClosed ? 'closed' : 'open'
    await updateById(scope, 'chats', conversation, { ...own, status })
    const participants = async (participant_ids: string[]) => {
      const answer = await call(`PATCH /api/v1/chats/${conversation}`, {
        key,
        body: { participant_ids },
      })
      if (answer.status > 299) throw new Error(answer.text)
    }
    if (facts.takesPart !== undefined) await participants([me])
    if (facts.takesPart === false) await participants([])
  }
  return { name, marker, contactMarker, person, conversation, ticket, ids }
}

/** Creates the answered question of a conversation, with its event. */
async function plantRating(
  scope: Scope,
  values: { chat_id: string; channel_id: string; comment: string },
): Promise<string> {
  const id = newId()
  const now = scope.clock.now()
  await insertRow(scope, 'csat_requests', {
    ...values,
    id,
    state: 'asked',
    round_at: now,
    asked_at: now,
    created_at: now,
  })
  const { chat_id: chatId, comment } = values
  await transaction(scope, async (tx) => {
    const answer = { requestId: id, chatId, rating: 5, comment, isInChat: false }
    await recordEvents(tx, (await recordAnswer(tx, answer)).events)
  })
  return id
}

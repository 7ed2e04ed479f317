import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import type { Scope } from '#db/context.ts'
import { updateById } from '#db/update-by-id.ts'
import { newId } from '#lib/ids.ts'
import type { Call } from '#test/app.ts'
import { createTestChannel, createTestChat, createTestPerson } from '#test/factories.ts'
import type { Visibility } from '#shared/roles.ts'

/** A contact with all that belongs to it. `marker` is in each of its texts, `ids` are those of all its things. */
type World = {
  name: WorldName
  marker: string
  person: string
  conversation: string | undefined
  ticket: string
  ids: Record<string, string>
}

type Facts = {
  team?: 'own' | 'other'
  assignee?: 'me' | 'colleague'
  takesPart?: true
  isClosed?: true
  isTicketOnly?: true
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
  former: { team: 'other' },
  closed: { team: 'own', isClosed: true },
  closedOther: { team: 'other', isClosed: true },
  ticketOnly: { team: 'own', isTicketOnly: true },
  ticketOther: { team: 'other', isTicketOnly: true },
} as const satisfies Record<string, Facts>

/** The name of a situation. */
type WorldName = keyof typeof WORLDS

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
  for (const name of Object.keys(WORLDS) as WorldName[])
    worlds.push(await plantWorld(call, scope, { key, name, channel, teams, me, colleague }))
  return { teams, worlds, channel }
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
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await call(`POST /api/v1/${path}`, { key, body })
    if (answer.status > 299) throw new Error(`${path}: ${answer.text}`)
    return answer.body.id
  }
  const { id: person } = await createTestPerson(scope, {
    name: `${marker} person`,
    email: `${marker}@example.com`,
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
  ids['contactNote'] = await post(`contacts/${person}/notes`, { text: `${marker} contact note` })
  const own = {
    team_id: facts.team ? teams[facts.team] : null,
    assignee_id: facts.assignee === 'me' ? me : facts.assignee === 'colleague' ? colleague : null,
  }
  await updateById(scope, 'tickets', ticket, own)
  if (conversation) {
    const status = facts.isClosed ? 'closed' : 'open'
    await updateById(scope, 'chats', conversation, { ...own, status })
    if (facts.takesPart)
      await scope.db
        .insertInto('chat_participants')
        .values({
          workspace_id: scope.workspaceId,
          chat_id: conversation,
          membership_id: me,
          created_at: scope.clock.now(),
        })
        .execute()
  }
  return { name, marker, person, conversation, ticket, ids }
}

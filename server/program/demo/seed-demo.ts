import type { Config } from '#lib/settings/config.ts'
import type { Context, Effect, Scope } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { createChannel } from '#channels/create-channel.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { updateCsatSettings } from '#csat/update-csat-settings.ts'
import { createBot } from '#bots/create-bot.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { createToken } from '#lib/api-key-format.ts'
import { createUser } from '#account/users/create-user.ts'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { lastOf } from '#lib/last-of.ts'
import { createCannedReply } from '#messages/canned-replies/create-canned-reply.ts'
import { DEMO_CANNED_REPLIES } from './demo-canned-replies.ts'
import { DEMO_CONVERSATIONS } from './demo-conversations.ts'
import { DEMO_NUMBER } from './demo-number.ts'
import { DEMO_SLUG } from './find-demo.ts'
import { CHANNEL_NAMES, DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { updateAwayReply } from '#away-replies/update-away-reply.ts'
import { createBusinessHours } from '#business-hours/create-business-hours.ts'
import { createTeam } from '#teams/create-team.ts'
import { createWebChat } from '#web-chats/create-web-chat.ts'
import { insertRow } from '#db/insert-row.ts'
import { updateById } from '#db/update-by-id.ts'
import { seedRules } from './seed-rules.ts'
import { seedSla } from './seed-sla.ts'
import { seedTicketTypes } from './seed-ticket-types.ts'
import { seedConversation } from './seed-conversation.ts'

/** The data that the first start of a demo prints once. `customer` can write through the simulator. */
export type SeededDemo = {
  workspaceId: string
  admin: { email: string; password: string }
  apiKey: string
  phoneNumberId: string
  customer: { name: string; phone: string }
}

/** How long an agent of the demo is away. */
const AWAY_MS = 2 * 3_600_000

/** The channel and the members of the demo's conversations. */
type DemoPlaces = {
  channelId: string
  agents: Record<'agent' | 'second_agent', string>
  adminId: string
}

/** Creates the contacts, conversations and tickets of the demo. They are dated relative to now. */
export const demoEffect: Effect<DemoPlaces> = { kind: 'demo', apply: seedConversations }

/**
 * Creates the demo workspace in one transaction of the directory, whose effects create its contents: a start that is aborted
 * before leaves nothing behind, and a worker completes a start that is aborted later. Returns undefined if it already exists.
 */
export async function seedDemo(context: Context): Promise<SeededDemo | undefined> {
  const existing = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .where('slug', '=', DEMO_SLUG)
    .executeTakeFirst()
  if (existing) return undefined
  return directoryTransaction(context, seed).catch((err: unknown) => {
    // Another process created the demo first.
    if (err instanceof Error && 'code' in err && err.code === 'slug_taken') return undefined
    throw err
  })
}

async function seed(tx: Context): Promise<SeededDemo> {
  const workspace = await createWorkspace(tx, {
    name: 'Demo',
    slug: DEMO_SLUG,
    unmatchedPhone: 'first_conversation',
  })
  const scope = systemScope(tx, workspace.id)
  const admin = { email: 'admin@demo.example', password: createToken(12) }
  const { membership } = await createUser(scope, { ...admin, name: 'Dana Ortiz', role: 'admin' })
  const agents = {
    agent: await createAgent(scope, 'Priya Menon', 'priya@demo.example'),
    second_agent: await createAgent(scope, 'Tom Becker', 'tom@demo.example'),
  }
  const input = {
    type: DEMO_CHANNEL_TYPE as typeof DEMO_CHANNEL_TYPE,
    account: DEMO_NUMBER.phoneNumberId,
    display_phone: DEMO_NUMBER.displayPhone,
    business_account: DEMO_NUMBER.businessAccount,
    name: `${CHANNEL_NAMES[DEMO_CHANNEL_TYPE]} (simulated)`,
    access_token: `sim_${createToken(18)}`,
  }
  await createWebChat(scope, {
    name: 'Sample shop',
    greeting: 'Welcome to the sample shop. How can we help?',
    allowed_origins: demoSites(scope.config),
  })
  const channel = await createChannel(scope, input, { former: undefined })
  // Only one form of the installation can be open, and another workspace may already have it.
  const open = await tx.directory
    .selectFrom('form_routes')
    .select('form_id')
    .where('is_open', '=', true)
    .execute()
  await createForm(scope, { name: 'Website', provider: 'generic', is_open: open.length === 0 })
  await defer(scope, demoEffect, { channelId: channel.id, agents, adminId: membership.id })
  const key = await createApiKey(scope, { name: 'Demo', scopes: ['*'] })
  const { name, phone } = lastOf(DEMO_CONVERSATIONS)
  return {
    workspaceId: workspace.id,
    admin,
    apiKey: key.secret,
    phoneNumberId: DEMO_NUMBER.phoneNumberId,
    customer: { name, phone },
  }
}

async function seedConversations(
  tx: Scope,
  { channelId, agents, adminId }: DemoPlaces,
): Promise<void> {
  // Templates are not read from the simulator until it knows them.
  await updateById(tx, 'channels', channelId, {
    templates_due_at: new Date(tx.clock.now().getTime() + 10_000),
  })
  await setByHand(tx, agents.agent, { by_hand: 'online', until: null })
  await setByHand(tx, agents.second_agent, {
    by_hand: 'away',
    until: new Date(tx.clock.now().getTime() + AWAY_MS),
  })
  const { id: teamId } = await seedTeam(tx, [adminId, agents.agent])
  await updateCsatSettings(tx, { is_on: true })
  await seedHours(tx, teamId)
  const { id: botId } = await createBot(tx, { name: 'Order bot' })
  for (const reply of DEMO_CANNED_REPLIES) await createCannedReply(tx, reply)
  for (const conversation of DEMO_CONVERSATIONS)
    await seedConversation(tx, conversation, {
      channelId,
      teamId: conversation.ofTeam ? teamId : null,
      authorId: agents.agent,
      botId,
      assigneeId: conversation.assignee ? agents[conversation.assignee] : null,
    })
  await seedSla(tx)
  await seedTicketTypes(tx)
  await seedRules(tx, teamId)
}

/** Creates the team of the demo. Its conversations wait until somebody takes them. */
function seedTeam(tx: Scope, memberIds: string[]): Promise<{ id: string }> {
  const members = memberIds.map((id) => [id, { id, visibility: 'all', seesNoTeam: true }] as const)
  return createTeam(tx, { name: 'International', member_ids: memberIds }, new Map(members))
}

/** Creates the business hours of the demo, and the away reply of its team. */
async function seedHours(tx: Scope, teamId: string): Promise<void> {
  const day: [string, string][] = [
    ['09:00', '13:00'],
    ['14:00', '18:00'],
  ]
  await createBusinessHours(tx, {
    name: 'Office',
    time_zone: 'Asia/Kolkata',
    week: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [['10:00', '14:00']], sun: [] },
    exceptions: [
      { label: 'Republic Day', yearly: { month: 1, day: 26 }, periods: [] },
      { label: 'Independence Day', yearly: { month: 8, day: 15 }, periods: [] },
      { label: 'Gandhi Jayanti', yearly: { month: 10, day: 2 }, periods: [] },
      { label: 'Christmas Eve', yearly: { month: 12, day: 24 }, periods: [['09:00', '12:00']] },
    ],
  })
  await updateAwayReply(tx, teamId, {
    is_on: true,
    condition: 'both',
    texts: [
      {
        language: 'en',
        text: 'Thank you for your message! We are away and will answer {{next_opening}}.',
      },
      {
        language: 'pt',
        text: 'Obrigado pela mensagem! Estamos fora do horário e respondemos {{next_opening}}.',
      },
    ],
  })
}

/** Sets the availability of a member of the demo, as the member would. */
async function setByHand(
  tx: Scope,
  membershipId: string,
  set: { by_hand: 'online' | 'away'; until: Date | null },
): Promise<void> {
  await insertRow(tx, 'member_availability', {
    membership_id: membershipId,
    ...set,
    set_at: tx.clock.now(),
    set_by_type: 'member',
    set_by_id: membershipId,
    business_hours_id: null,
    recorded: set.by_hand,
    due_at: set.until,
  })
}

/** Returns the origins of the simulator, which plays the site of a shop. */
function demoSites({ simulatorPort }: Config): string[] {
  return ['localhost', '127.0.0.1'].map((host) => `http://${host}:${simulatorPort}`)
}

/**
 * Creates an agent with a random password that is not shown. An admin can reset it. Nobody can guess such a password, so its hash is
 * the quickest one: each other would delay the first start by a fifth of a second.
 */
async function createAgent(scope: Scope, name: string, email: string): Promise<string> {
  const quick = { ...scope, config: { ...scope.config, passwordCost: 4 } }
  const created = await createUser(quick, { email, name, password: createToken(), role: 'agent' })
  return created.membership.id
}

import { CONNECTED_CHANNEL_TYPES, DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import type { Context } from '#db/context.ts'
import { DEMO_NUMBER } from './demo-number.ts'
import { DEMO_DOMAIN, DEMO_SLUG } from './find-demo.ts'

/**
 * The demo of a database and its users. `others` names what is in its workspace and does not belong to the demo: real members and
 * real accounts of platforms.
 */
type DemoToRemove = {
  workspace: { id: string; name: string; shard: string }
  userIds: string[]
  others: string[]
}

/**
 * Returns the demo, or undefined if there is none: a workspace with its slug is the demo if it has users of the demo, or after an
 * interrupted removal, which leaves neither members nor keys.
 */
export async function findDemoToRemove({
  directory,
}: Pick<Context, 'directory'>): Promise<DemoToRemove | undefined> {
  const workspace = await directory
    .selectFrom('workspaces')
    .select(['id', 'name', 'shard'])
    .where('slug', '=', DEMO_SLUG)
    .executeTakeFirst()
  if (!workspace) return undefined
  const members = await directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'memberships.removed_at'])
    .where('memberships.workspace_id', '=', workspace.id)
    .orderBy('users.email')
    .execute()
  const accounts = await directory
    .selectFrom('channel_routes')
    .select(['platform', 'account'])
    .where('workspace_id', '=', workspace.id)
    .where('platform', 'in', [...CONNECTED_CHANNEL_TYPES])
    .orderBy('account')
    .execute()
  const isDemoUser = ({ email }: { email: string }) => email.endsWith(DEMO_DOMAIN)
  const key = await directory
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirst()
  if (!members.some(isDemoUser) && (members.length > 0 || key)) return undefined
  const isDemoAccount = ({ platform, account }: (typeof accounts)[number]) =>
    platform === DEMO_CHANNEL_TYPE && account === DEMO_NUMBER.phoneNumberId
  return {
    workspace,
    userIds: members.filter(isDemoUser).map(({ id }) => id),
    others: [
      ...members
        .filter((each) => !isDemoUser(each) && each.removed_at === null)
        .map(({ email }) => `the member ${email}`),
      ...accounts
        .filter((each) => !isDemoAccount(each))
        .map(({ platform, account }) => `the ${platform} account ${account}`),
    ],
  }
}

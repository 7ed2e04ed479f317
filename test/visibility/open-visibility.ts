import { newId } from '#lib/ids.ts'
import { createTestKey, createTestMember } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { VISIBILITIES } from '#shared/roles.ts'
import { openContract } from '../contract/open-contract.ts'
import { plantWorlds } from './plant-worlds.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Sight } from './plant-worlds.ts'

/** Every visibility of a role, and a key of a team, each with and without what has no team. */
export const SIGHTS: Sight[] = [...VISIBILITIES, 'key' as const].flatMap((visibility) =>
  [true, false].map((seesNoTeam) => ({ visibility, seesNoTeam })),
)

/** The least that members of other roles can see. */
export const ROLE_SIGHTS: Sight[] = (
  ['supervisor', 'light_agent', 'viewer', 'custom'] as const
).map((role) => ({ visibility: 'own', seesNoTeam: false, role }))

/** The headers of a caller. */
type Options = { key?: string; headers?: Record<string, string> }

const CUSTOM_ROLE = newId()

/** Opens the API with a world for each situation, an agent and a key. `openAs` gives them the rights of a sight. */
export async function openVisibility() {
  const contract = await openContract()
  const { call, scope, key } = contract
  const me = await signInTestMember(call, scope, 'agent')
  const { membershipId: colleague } = await createTestMember(scope, 'agent')
  const planted = await plantWorlds(call, scope, { key, me: me.membershipId, colleague })
  const teamKey = await createTestKey(scope, ['read', 'write'])
  const { workspaceId: workspace_id, directory } = scope
  const setKey = (sees_no_team: boolean) =>
    directory
      .updateTable('api_keys')
      .set({ team_ids: [planted.teams.own], sees_no_team })
      .where('workspace_id', '=', workspace_id)
      .where('last_four', '=', teamKey.slice(-4))
      .execute()

  async function openAs({ visibility, seesNoTeam: sees_no_team, role }: Sight): Promise<Options> {
    if (visibility === 'key') {
      await setKey(sees_no_team)
      return { key: teamKey }
    }
    const now = scope.clock.now()
    const id = role === 'custom' ? CUSTOM_ROLE : (role ?? 'agent')
    const custom = role === 'custom' && { name: 'Custom', scopes: ['read', 'write'] as Scope[] }
    const rights = { visibility, sees_no_team, updated_at: now }
    await directory
      .updateTable('memberships')
      .set({ role: id })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', me.membershipId)
      .execute()
    await directory
      .insertInto('roles')
      .values({ workspace_id, id, created_at: now, ...rights, ...custom })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(rights))
      .execute()
    return { headers: me.headers }
  }

  return { ...contract, ...planted, me, colleague, openAs }
}

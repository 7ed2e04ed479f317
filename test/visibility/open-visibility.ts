import { createTestKey, createTestMember } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { VISIBILITIES } from '#shared/roles.ts'
import { openContract } from '../contract/open-contract.ts'
import { plantWorlds } from './plant-worlds.ts'
import type { Sight } from './plant-worlds.ts'

/** Every visibility of a role, and a key of a team, each with and without what has no team. */
export const SIGHTS: Sight[] = [...VISIBILITIES, 'key' as const].flatMap((visibility) =>
  [true, false].map((seesNoTeam) => ({ visibility, seesNoTeam })),
)

/** The headers of a caller. */
type Options = { key?: string; headers?: Record<string, string> }

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

  async function openAs({ visibility, seesNoTeam: sees_no_team }: Sight): Promise<Options> {
    if (visibility === 'key') {
      await setKey(sees_no_team)
      return { key: teamKey }
    }
    const now = scope.clock.now()
    const rights = { visibility, sees_no_team, updated_at: now }
    await directory
      .insertInto('roles')
      .values({ workspace_id, id: 'agent', created_at: now, ...rights })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(rights))
      .execute()
    return { headers: me.headers }
  }

  return { ...contract, ...planted, me, colleague, openAs }
}

import { sql } from 'kysely'
import type { WithDirectory } from '#db/context.ts'

/**
 * Returns the workspaces with single sign-on that a browser can choose: by the verified domain of an email address, or by
 * a slug. A domain that lapsed still leads its members to their workspace, after the workspace that verified it since. It knows domains only, so it does not reveal whether an address has an account.
 */
export async function findSso(
  context: WithDirectory,
  { email, workspace }: { email?: string | undefined; workspace?: string | undefined },
): Promise<{ workspace: string; label: string }[]> {
  const domain = email?.trim().toLowerCase().split('@').at(-1) ?? null
  // Read across workspaces, because nobody is signed in.
  const { rows } = await sql<{ workspace: string; label: string }>`
    select workspaces.slug as workspace, sso_connections.label
    from sso_connections
    join workspaces on workspaces.id = sso_connections.workspace_id
    left join sso_domains on sso_domains.workspace_id = workspaces.id and domain = ${domain}
      and (verified_at is not null or lapsed_at is not null)
    where workspaces.slug = ${workspace ?? null} or domain is not null
    order by workspaces.slug = ${workspace ?? null} desc, verified_at is null, lapsed_at desc`.execute(
    context.directory,
  )
  return rows
}

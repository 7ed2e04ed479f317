import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { rightsOf } from '#lib/rights-of.ts'
import { BUILT_IN_ROLE_NAMES } from '#shared/roles.ts'
import { openTestContext } from '#test/context.ts'
import { sightOf } from './sight-of.ts'

const { context } = await openTestContext()

test('a query finds the same sight of a role as the code', async () => {
  const { visibility, seesNoTeam } = sightOf('given.role')
  for (const role of [...BUILT_IN_ROLE_NAMES, '01a22533-0000-7000-8000-000000000000'])
    for (const stored of [null, { visibility: 'teams', sees_no_team: false }] as const) {
      const { rows } = await sql<unknown>`
        select ${visibility} as visibility, ${seesNoTeam} as sees_no_team
        from (values (${role}::text)) as given (role)
        left join (values (${stored?.visibility ?? null}::text, ${stored?.sees_no_team ?? null}::boolean))
          as roles (visibility, sees_no_team) on true`.execute(context.directory)
      const { scopes: _, ...rights } = rightsOf(
        role,
        stored ? { scopes: null, ...stored } : undefined,
      )
      assert.deepEqual(rows, [rights], role)
    }
})

import type { OptOutLanguage } from '#shared/opt-outs.ts'
import { boolean, json, time } from '../column.ts'
import { tenantTable } from '../table.ts'

/** The words of a workspace, and whether it answers them. */
export const opt_out_settings = tenantTable({
  visibleBy: { everybody: 'words of the workspace' },
  rows: 'few',
  withoutContacts: 'words of the workspace',
}).columns({
  languages: json<OptOutLanguage[]>(),
  sends_replies: boolean(),
  updated_at: time(),
})

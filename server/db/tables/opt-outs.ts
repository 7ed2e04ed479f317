import type { ColumnType } from 'kysely'
import type { OptOutLanguage } from '#shared/opt-outs.ts'

/** Rows of `opt_out_settings`: the words of a workspace, and whether it answers them. */
export type OptOutSettings = {
  workspace_id: string
  languages: ColumnType<OptOutLanguage[], string, string>
  sends_replies: boolean
  updated_at: Date
}

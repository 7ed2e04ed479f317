import type { ColumnType } from 'kysely'

/** Rows of `templates`: what is known of the message templates of a business account. */
export type Templates = {
  workspace_id: string
  id: string
  business_account: string
  name: string
  language: string
  platform_template_id: string | null
  category: string | null
  category_at: Date | null
  status: string | null
  status_reason: string | null
  status_at: Date | null
  quality: string | null
  quality_at: Date | null
  components: ColumnType<unknown, string | null, string | null>
  created_at: Date
  updated_at: Date
}

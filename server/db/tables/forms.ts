import type { ColumnType } from 'kysely'
import type { FormMapping } from '#shared/forms.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `form_routes`: the hash of a form's token → the form. */
export type FormRoutes = {
  token_hash: Buffer
  workspace_id: string
  form_id: string
  is_open: Defaulted<boolean>
}

/** Rows of `forms`; `secret` is encrypted. */
export type Forms = {
  workspace_id: string
  id: string
  name: string
  provider: string
  secret: Buffer | null
  redirect_url: string | null
  mapping: ColumnType<FormMapping | null, string | null | undefined, string | null>
  token_last_four: string | null
  rotated_at: Date | null
  deleted_at: Date | null
  created_at: Date
}

/** Rows of `form_submissions`: what makes a repeat of a submission one lead. */
export type FormSubmissions = {
  workspace_id: string
  form_id: string
  fingerprint: string
  payload_id: string
  seen_at: Date
}

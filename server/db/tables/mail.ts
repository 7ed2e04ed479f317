import type { Defaulted } from '../column-types.ts'

/** Rows of `mails`; `body` is encrypted. */
export type Mails = {
  workspace_id: string
  id: string
  recipient: string
  subject: string
  body: Buffer
  status: Defaulted<'pending' | 'sent' | 'failed'>
  attempts: Defaulted<number>
  due_at: Date
  error: string | null
  created_at: Date
  sent_at: Date | null
}

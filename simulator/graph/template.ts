/** The statuses of a template. */
export const TEMPLATE_STATES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'FLAGGED',
] as const

/** A component as the API accepts it: header, body, footer, buttons. */
export type Component = Record<string, unknown> & { type: string }

/** A message template of an account, in one language. */
export interface Template {
  id: string
  wabaId: string
  name: string
  language: string
  category: string
  status: (typeof TEMPLATE_STATES)[number]
  rejectedReason: string
  quality: string
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: Component[]
  createdAt: number
}

/** Which of the platform's rules hold, as `GET /sim/settings` shows them. */
export interface Settings {
  /** `seen`: for customers who have written here; `strict`: for everybody; `off`: for nobody. */
  window: 'seen' | 'strict' | 'off'
  /** Whether a closed window is told by a later `failed` status or by refusing the send. */
  window_answer: 'later' | 'at_once'
  pair_rate: boolean
  number_rate: boolean
  messaging_limit: boolean
  /** `seen`: names nobody created are taken as they come; `strict`: they do not exist. */
  templates: 'seen' | 'strict'
  /** The same for ids of media nobody uploaded. */
  media: 'seen' | 'strict'
  /** Whether Brazilian and Mexican numbers come back in the platform's older form. */
  rewrite_wa_ids: boolean
  /** Up to v23.0 statuses carry a `conversation`. */
  webhook_version: string
  template_review_ms: number
}

/** Nothing stands in the way of a first try, yet what the simulator knows it holds to. */
export const LENIENT: Settings = {
  window: 'seen',
  window_answer: 'later',
  pair_rate: false,
  number_rate: false,
  messaging_limit: false,
  templates: 'seen',
  media: 'seen',
  rewrite_wa_ids: false,
  webhook_version: 'v24.0',
  template_review_ms: 2_000,
}

/** Every rule of the platform that the simulator knows. */
export const STRICT: Settings = {
  ...LENIENT,
  window: 'strict',
  pair_rate: true,
  number_rate: true,
  messaging_limit: true,
  templates: 'strict',
  media: 'strict',
  rewrite_wa_ids: true,
}

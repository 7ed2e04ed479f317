/** The platform's rules that are enforced, as `GET /sim/settings` shows them. */
export interface Settings {
  /**
   * Whether the 24-hour window is enforced. `seen`: for customers who have written here; `strict`: for all; `off`: for
   * none.
   */
  window: 'seen' | 'strict' | 'off'
  /** Whether a closed window is reported by a later `failed` status or refuses the send. */
  window_answer: 'later' | 'at_once'
  pair_rate: boolean
  number_rate: boolean
  messaging_limit: boolean
  /** `seen`: template names that were not created are accepted; `strict`: they do not exist. */
  templates: 'seen' | 'strict'
  /** The same for ids of media that were not uploaded. */
  media: 'seen' | 'strict'
  /** Whether Brazilian and Mexican numbers are returned in the platform's older form. */
  rewrite_wa_ids: boolean
  /** Up to v23.0, statuses carry a `conversation`. */
  webhook_version: string
  template_review_ms: number
  /** Whether the platform's agent answers first: it receives the messages of conversations that nobody holds. */
  business_agent: boolean
}

/** Enforces what the simulator knows, and accepts a newcomer's first message. */
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
  business_agent: false,
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

import { createHash } from 'node:crypto'

/** Probabilities from 0 to 1 of each failure, and the times that belong to them. */
export interface ChaosSettings {
  seed: string
  duplicate: number
  restate: number
  reorder: number
  delay: number
  drop: number
  batch: number
  status_before_response: number
  webhook_during_response: number
  response_lost: number
  response_timeout: number
  transient_error: number
  delay_ms: number
  batch_ms: number
  batch_max: number
  response_timeout_ms: number
}

/** The name of one kind of failure. */
type Knob = Exclude<
  keyof ChaosSettings,
  'seed' | 'delay_ms' | 'batch_ms' | 'batch_max' | 'response_timeout_ms'
>

/** Every knob, in the order of the README. */
export const KNOBS: readonly Knob[] = [
  'duplicate',
  'restate',
  'reorder',
  'delay',
  'drop',
  'batch',
  'status_before_response',
  'webhook_during_response',
  'response_lost',
  'response_timeout',
  'transient_error',
]

/** Settings under which nothing fails. */
export const NO_CHAOS: ChaosSettings = {
  seed: '1',
  ...(Object.fromEntries(KNOBS.map((knob) => [knob, 0])) as Record<Knob, number>),
  delay_ms: 1_000,
  batch_ms: 50,
  batch_max: 100,
  response_timeout_ms: 20_000,
}

/** Decides what fails. The same seed, knob and key always give the same decision. */
export interface Chaos {
  settings: ChaosSettings
  change(settings: Partial<ChaosSettings>): void
  strikes(knob: Knob, key: string): boolean
  fraction(purpose: string, key: string): number
}

/** Creates chaos with the settings `initial`; nothing fails without a probability above 0. */
export function createChaos(initial: Partial<ChaosSettings> = {}): Chaos {
  let settings = { ...NO_CHAOS, ...initial }
  /** Returns a number from 0 up to 1 that depends only on the seed and the arguments. */
  const fraction = (purpose: string, key: string) =>
    createHash('sha256').update(`${settings.seed}\n${purpose}\n${key}`).digest().readUInt32BE() /
    2 ** 32
  return {
    get settings() {
      return settings
    },
    change(changed) {
      settings = { ...settings, ...changed }
    },
    strikes: (knob, key) => settings[knob] > 0 && fraction(knob, key) < settings[knob],
    fraction,
  }
}

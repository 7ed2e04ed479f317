import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import type { PlatformRecorder } from '../crash/platform-recorder.ts'

const RESET_MS = 15_000
const DISORDER_MS = 20_000

/** The share of statuses and answers that each fault of the simulator strikes. */
const DISORDER = {
  status_before_response: 0.3,
  webhook_during_response: 0.3,
  duplicate: 0.3,
  restate: 0.3,
  reorder: 0.3,
  delay: 0.2,
  drop: 0.2,
}

/** Lets the platform accept each message and reset the connection instead of answering. */
export async function resetAnswers(platform: PlatformRecorder): Promise<void> {
  platform.fail('reset')
  await delay(RESET_MS)
  platform.fail()
}

/** Lets statuses come before, within and after the answer, late, twice and in another order. */
export async function disorderStatuses(simulator: Call): Promise<void> {
  await change(simulator, { ...DISORDER, delay_ms: 3_000 })
  await delay(DISORDER_MS)
  await change(simulator, Object.fromEntries(Object.keys(DISORDER).map((knob) => [knob, 0])))
}

/** Lets the answers to sends come only after their first statuses were posted, until the returned function ends that. */
export async function postStatusesFirst(simulator: Call): Promise<() => Promise<void>> {
  await change(simulator, { status_before_response: 1 })
  return () => change(simulator, { status_before_response: 0 })
}

async function change(simulator: Call, chaos: Record<string, number>): Promise<void> {
  const answer = await simulator('PATCH /sim/chaos', { body: chaos })
  if (answer.status !== 200) throw new Error(answer.text)
}

import type { Context } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { newId } from '#lib/ids.ts'
import { withinActiveMs } from '#lib/time-budget.ts'
import { repeat } from './repeat.ts'

/** How long a process keeps a duty without renewing it. */
const LEASE_MS = 9_000

/** How often a process renews its duty, or applies for it. */
const RENEW_MS = 3_000

/** The time limit of a statement about a duty. */
const DUTY_MS = 2_000

/**
 * A duty: work that one process of many does at a time, because more would only cost more. It is harmless if two do it.
 * `stop` gives it up.
 */
export type Duty = { isMine: () => boolean; stop: () => Promise<void> }

/** A duty of a process that is the only one, as in tests. */
export const OWN_DUTY: Duty = { isMine: () => true, stop: async () => undefined }

/**
 * Starts to apply for a duty, and resolves when the first answer is known. The process whose lease has not run out has
 * the duty; when it is killed or frozen, another takes over after `leaseMs`.
 */
export async function startDuty(
  context: Pick<Context, 'db' | 'log'>,
  options: { name: string; leaseMs?: number; renewMs?: number },
): Promise<Duty> {
  const { name, leaseMs = LEASE_MS, renewMs = RENEW_MS } = options
  const holder = newId()
  const stopping = new AbortController()
  // By the monotonic clock, so that a process that was frozen knows that its lease has run out.
  let heldUntil = 0

  async function apply(): Promise<void> {
    const askedAt = performance.now()
    const { rows } = await withinActiveMs(DUTY_MS, () =>
      prepared`
        insert into duties as duty (name, holder, held_until)
        values (${name}, ${holder}, now() + ${leaseMs} * interval '1 millisecond')
        on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
        where duty.holder = excluded.holder or duty.held_until < now()
        returning 1`.execute(context.db),
    )
    heldUntil = rows.length > 0 ? askedAt + leaseMs : 0
  }

  const onFailure = (err: unknown) => context.log.debug({ err, duty: name }, 'failed to renew')
  await apply().catch(onFailure)
  const renewing = repeat(apply, { ms: renewMs, until: stopping.signal, onFailure })
  return {
    isMine: () => performance.now() < heldUntil,
    async stop() {
      stopping.abort()
      await renewing
      if (heldUntil === 0) return
      heldUntil = 0
      await withinActiveMs(DUTY_MS, () =>
        prepared`delete from duties where name = ${name} and holder = ${holder}`.execute(
          context.db,
        ),
      ).catch(onFailure)
    },
  }
}

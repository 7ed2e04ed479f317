import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { WokenLane } from '#db/context.ts'
import type { Config } from '#lib/settings/config.ts'

/**
 * How a second process begins its work. `origins` has the id with which the first process marks its announcements, by shard.
 * `simulator` has the environment variables of the simulator, if it runs too.
 */
export type SecondStart = {
  config: Config
  origins: ReadonlyMap<string, string>
  simulator: Record<string, string> | undefined
}

/** The metrics of a process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** A question of the first process. Each gets one answer. */
export type Question =
  | ({ about: 'start' } & SecondStart)
  | { about: 'metrics' }
  | { about: 'stalled lanes'; shard: string }
  /** Ends the work of the worker, so that only the simulator still runs. */
  | { about: 'drain' }

/** A message to the second process: a question, lanes to wake, or to stop in order. */
export type ToSecond =
  | { type: 'ask'; id: number; question: Question }
  | { type: 'wake'; wakes: { shard: string; lanes: WokenLane[] }[] }
  | { type: 'stop' }

/**
 * A message from the second process: an answer, or the lines of an error instead; a workspace with new events; or an error by which
 * PostgreSQL reports damaged data.
 */
export type SecondMessage =
  | { type: 'answer'; id: number; answer?: unknown; problems?: string[] }
  | { type: 'announced'; shard: string; workspaceId: string }
  | { type: 'refused'; shard: string; error: { message: string; code: string; detail: string } }

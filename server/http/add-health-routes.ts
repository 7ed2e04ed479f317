import { DAMAGE_ADVICE } from '#db/damage/is-damage.ts'
import type { App } from './app.ts'
import type { Health, Readiness } from './readiness.ts'

/**
 * Adds the health routes of a listening process: live while it runs, also without a database, and ready while it can
 * answer requests. The answer names the check that failed, and, with several shards, the state of each. Damaged data is a
 * warning: another process could not do better, and most requests do not need it.
 */
export function addHealthRoutes(app: App, readiness: Pick<Readiness, 'check'>): void {
  const config = { permission: { open: 'called by load balancers and supervisors' } } as const
  app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config, schema: { hide: true } }, async (_request, reply) => {
    const { unready, shards } = await readiness.check()
    return unready
      ? reply
          .code(503)
          .header('retry-after', '1')
          .send({ status: 'unavailable', ...unready, ...warn(shards), ...describeShards(shards) })
      : { status: 'ok', ...warn(shards), ...describeShards(shards) }
  })
}

function warn(shards: Health['shards']) {
  const damaged = shards.flatMap((each) => each.damaged)
  if (damaged.length === 0) return {}
  const problem = `stored data is damaged: ${damaged.join(', ')}. ${DAMAGE_ADVICE}`
  return { warnings: [{ check: 'damage', problem }] }
}

function describeShards(shards: Health['shards']) {
  if (shards.length < 2) return {}
  return {
    shards: shards.map(({ shard, failed }) => ({
      name: shard,
      status: failed ? 'unavailable' : 'ok',
      ...failed,
    })),
  }
}

import { useTranslations } from 'use-intl'
import type { DeliveryStatus } from '#shared/webhooks.ts'
import type { Health } from './endpoints.ts'
import classes from './health-bars.module.css'
import { useTimes } from '../../../lib/use-times.ts'

type Buckets = Health['last_24_hours']['buckets']

const PARTS = [
  'failed',
  'cancelled',
  'pending',
  'succeeded',
] as const satisfies readonly DeliveryStatus[]
const NAMES = {
  failed: 'givenUp',
  cancelled: 'cancelled',
  pending: 'pending',
  succeeded: 'delivered',
} as const

/**
 * Shows deliveries over time as bars, described in words for screen readers. `small` omits the legend, for use in a
 * row.
 */
export function HealthBars({ buckets, small = false }: { buckets: Buckets; small?: boolean }) {
  const t = useTranslations('developer.webhooks')
  const { now, ago, toWeekday } = useTimes()
  const totals = buckets.map((bucket) => PARTS.reduce((sum, part) => sum + bucket[part], 0))
  const most = Math.max(1, ...totals)
  const said = buckets
    .filter((_, index) => totals[index]! > 0)
    .map((bucket) => t('bucket', { ...bucket, time: toWeekday(bucket.since) }))
  return (
    <div>
      <div
        className={classes.bars}
        data-small={small}
        role="img"
        aria-label={[t('overTime'), ...said].join('. ')}
      >
        {buckets.map((bucket) => (
          <div
            key={bucket.since}
            className={classes.bar}
            title={t('bucket', { ...bucket, time: toWeekday(bucket.since) })}
          >
            {PARTS.filter((part) => bucket[part] > 0).map((part) => (
              <div
                key={part}
                className={classes.part}
                data-of={part}
                style={{ height: `max(2px, ${(bucket[part] / most) * 100}%)` }}
              />
            ))}
          </div>
        ))}
      </div>
      {!small && (
        <div className={classes.legend} aria-hidden>
          <span>{buckets[0] && toWeekday(buckets[0].since)}</span>
          <span className={classes.kinds}>
            {[...PARTS].reverse().map(
              (part) =>
                buckets.some((bucket) => bucket[part] > 0) && (
                  <span key={part} className={classes.kind} data-of={part}>
                    {t(NAMES[part])}
                  </span>
                ),
            )}
          </span>
          <span>{ago(now.toISOString())}</span>
        </div>
      )}
    </div>
  )
}

import { useFormatter, useTranslations } from 'use-intl'
import classes from './timing-bar.module.css'

const STEPS = ['dns', 'connect', 'tls', 'first_byte'] as const

/** Shows how long each step of a request took, in ms, as a bar and figures. Steps that did not happen are omitted. */
export function TimingBar({ timings }: { timings: Record<string, number | null> }) {
  const t = useTranslations('developer.deliveries')
  const format = useFormatter()
  const known = STEPS.flatMap((step) => {
    const ms = timings[step]
    return ms === null || ms === undefined ? [] : [{ step, ms }]
  })
  const total = timings['total'] ?? known.reduce((sum, { ms }) => sum + ms, 0)
  const rest = total - known.reduce((sum, { ms }) => sum + ms, 0)
  const parts = [...known, ...(rest >= 1 ? [{ step: 'rest' as const, ms: rest }] : [])]
  const write = (ms: number) => t('took', { ms: format.number(ms, { maximumFractionDigits: 1 }) })
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ step, ms }) => (
          <div
            key={step}
            className={classes.part}
            data-step={step}
            style={{ flexGrow: Math.max(ms, 0.01) }}
          />
        ))}
      </div>
      <dl className={classes.legend} aria-label={t('timings')}>
        {parts.map(({ step, ms }) => (
          <div key={step}>
            <dt>
              <span className={classes.swatch} data-step={step} aria-hidden />
              {t(`steps.${step}`)}
            </dt>
            <dd>{write(ms)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('steps.total')}</dt>
          <dd>{write(total)}</dd>
        </div>
      </dl>
    </div>
  )
}

import { useTranslations } from 'use-intl'
import type { Trail } from '#messages/trail-schema.ts'
import { useMoney } from '../../../lib/use-money.ts'
import type { Wire } from '../../../lib/wire.ts'
import classes from './trail-dialog.module.css'

/** Shows what the platform charges for the message, or why it is free. */
export function MessageCharge({ charge }: { charge: NonNullable<Wire<Trail>['charge']> }) {
  const t = useTranslations('reports.costs')
  const any = t as unknown as { has: (key: string) => boolean } & ((key: string) => string)
  const money = useMoney()
  const { category, type, is_free, recipients, cost } = charge
  const of = (group: string, name: string, otherwise: string) =>
    any.has(`${group}.${name}`) ? any(`${group}.${name}`) : otherwise
  return (
    <p className={classes.charge}>
      {of('categories', category, category)} ·{' '}
      {is_free
        ? of('charge', type ?? 'free', t('charge.free'))
        : recipients === 0
          ? t('charge.undelivered')
          : cost
            ? t('charge.charged', { amount: money(cost, { isExact: true }) })
            : t('charge.unpriced')}
    </p>
  )
}

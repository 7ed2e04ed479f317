import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Range } from './range.ts'
import { toDay } from './range.ts'
import classes from './reports.module.css'
import { REPORT_PERIODS } from './search.ts'
import type { Period, ReportSearch } from './search.ts'

/** Shows the choice of a report's time range, by name or by days, and of its bucket size if it has buckets. */
export function RangeChooser(props: {
  hasBuckets: boolean
  search: ReportSearch
  range: Range
  onChange: (change: Partial<ReportSearch>) => void
}) {
  const { hasBuckets, search, range, onChange } = props
  const t = useTranslations('reports')
  const { period = 'month' } = search
  const today = toDay(new Date())
  return (
    <>
      <NativeSelect
        className={classes.field}
        label={t('period')}
        value={period}
        data={REPORT_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            period: value as Period,
            bucket: undefined,
            ...(value === 'custom'
              ? { from: range.from, to: range.to }
              : { from: undefined, to: undefined }),
          })
        }
      />
      {period === 'custom' && (
        <>
          <TextInput
            className={classes.field}
            type="date"
            label={t('from')}
            value={range.from}
            max={range.to}
            onChange={({ currentTarget: { value } }) => value && onChange({ from: value })}
          />
          <TextInput
            className={classes.field}
            type="date"
            label={t('to')}
            value={range.to}
            min={range.from}
            max={today}
            onChange={({ currentTarget: { value } }) => value && onChange({ to: value })}
          />
        </>
      )}
      {hasBuckets && (
        <NativeSelect
          className={classes.field}
          label={t('bucket')}
          value={range.bucket}
          data={range.choices.map((value) => ({ value, label: t(`buckets.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ bucket: value as Range['bucket'] })
          }
        />
      )}
    </>
  )
}

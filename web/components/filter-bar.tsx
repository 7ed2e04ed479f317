import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './filter-bar.module.css'
import { toLocalMinute } from '../lib/local-time.ts'
import { LIST_PERIODS } from '../lib/period.ts'
import type { PeriodFilter } from '../lib/period.ts'
import type { UrlFilterChange, UrlFilters } from '../lib/use-url-filters.ts'

/** An option of a filter; an empty value means no filter. */
type Choice = { value: string; label: string }

/** Shows the filters of a list: selects and a time range, and what the list needs `before` them. */
export function FilterBar<Name extends string>(props: {
  filters: UrlFilters<Name | PeriodFilter>
  before?: ReactNode
  selects: { name: Name; label: string; choices: Choice[] }[]
  onChange: (some: UrlFilterChange<Name | PeriodFilter>) => void
  onClear: () => void
}) {
  const { before, selects, onClear } = props
  const filters: UrlFilters<string> = props.filters
  const change = props.onChange as (some: UrlFilterChange<string>) => void
  const t = useTranslations('developer')
  const isFiltered = Object.keys(filters).length > 0
  return (
    <search className={classes.bar} aria-label={t('filters')}>
      {before}
      {selects.map(({ name, label, choices }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
          data={choices}
        />
      ))}
      <NativeSelect
        aria-label={t('deliveries.time')}
        value={filters['period'] ?? 'any'}
        onChange={({ currentTarget: { value } }) =>
          change({
            period: value === 'any' ? undefined : value,
            since: undefined,
            until: undefined,
          })
        }
        data={LIST_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      {filters['period'] === 'custom' &&
        (['since', 'until'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            aria-label={t(`periods.${name}`)}
            value={toLocalMinute(filters[name])}
            onChange={({ currentTarget: { value } }) =>
              change({ [name]: value ? new Date(value).toISOString() : undefined })
            }
          />
        ))}
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          {t('deliveries.clear')}
        </Button>
      )}
    </search>
  )
}

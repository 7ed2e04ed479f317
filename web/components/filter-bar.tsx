import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './filter-bar.module.css'
import { toLocalMinute } from '../lib/local-time.ts'
import { LIST_PERIODS } from '../lib/period.ts'
import type { PeriodFilter } from '../lib/period.ts'
import type { UrlFilterChange, UrlFilters } from '../lib/use-url-filters.ts'

/** A select of a filter: the label of its empty value, which means no filter, and its other values. */
type Select<Name> = {
  name: Name
  label: string
  any: string
  choices: { value: string; label: string }[]
}

/** The filters of a list, and functions that change and remove them. */
export type FilterProps<Name extends string> = {
  filters: UrlFilters<Name>
  onChange: (some: UrlFilterChange<Name>) => void
  onClear: () => void
}

/** Shows the filters of a list: selects and a time range, and what the list needs `before` them. */
export function FilterBar<Name extends string>(
  props: FilterProps<Name | PeriodFilter> & {
    before?: ReactNode
    selects: Select<Name>[]
  },
) {
  const { before, selects, onClear } = props
  const filters: UrlFilters<string> = props.filters
  const change = props.onChange as (some: UrlFilterChange<string>) => void
  const t = useTranslations('developer')
  const isFiltered = Object.keys(filters).length > 0
  return (
    <search className={classes.bar} aria-label={t('filters')}>
      {before}
      {selects.map(({ name, label, any, choices }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          value={filters[name] ?? ''}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
          data={[{ value: '', label: any }, ...choices]}
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

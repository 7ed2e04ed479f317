import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './filter-bar.module.css'
import { PERIODS, useFilters } from '../lib/filters.ts'
import { toLocalMinute } from '../lib/local-time.ts'

/** An option of a filter; an empty value means no filter. */
type Choice = { value: string; label: string }

/** Shows the filters of a list, kept in the page's URL: selects and a time range. */
export function FilterBar({
  selects,
}: {
  selects: { name: string; label: string; choices: Choice[] }[]
}) {
  const t = useTranslations('developer')
  const [filters, change, clear] = useFilters()
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <search className={classes.bar} aria-label={t('filters')}>
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
        data={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
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
        <Button variant="subtle" onClick={clear}>
          {t('deliveries.clear')}
        </Button>
      )}
    </search>
  )
}

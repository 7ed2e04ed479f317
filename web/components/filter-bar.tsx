import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { toLocalMinute } from '../lib/local-time.ts'
import { LIST_PERIODS } from '../lib/period.ts'
import type { PeriodFilter } from '../lib/period.ts'
import type { UrlFilterChange, UrlFilters } from '../lib/use-url-filters.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import classes from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import type { FilterKind } from './filter-chip.tsx'

/** A filter and how its value is chosen. One that `isUsual` has its chip in the bar from the start, the others once they are added. */
type Filter<Name> = FilterKind & { name: Name; label: string; isUsual?: boolean }

/** The filters of a list, and functions that change and remove them. */
export type FilterProps<Name extends string> = {
  filters: UrlFilters<Name>
  onChange: (some: UrlFilterChange<Name>) => void
  onClear: () => void
}

/**
 * Shows the filters of a list, and unless `hasPeriod` is false, a time range, as chips with their values. `before`: the field that
 * searches the list. `pinned`: filters that come with a link. `after`: the order, the columns or the saved views of the list.
 */
export function FilterBar<Name extends string>(
  props: FilterProps<Name | PeriodFilter> & {
    before?: ReactNode
    pinned?: ReactNode
    after?: ReactNode
    hasPeriod?: boolean
    choices: Filter<Name>[]
  },
) {
  const { before, pinned, after, hasPeriod = true, choices, onClear } = props
  const values: UrlFilters<string> = props.filters
  const change = props.onChange as (some: UrlFilterChange<string>) => void
  const t = useTranslations('tables')
  const [added, setAdded] = useState<string | null>(null)
  const period: Filter<string> = {
    name: 'period',
    label: t('time'),
    choices: LIST_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) })),
  }
  const all: Filter<string>[] = hasPeriod ? [...choices, period] : choices
  const isShown = ({ name, isUsual }: Filter<string>) =>
    isUsual || values[name] !== undefined || name === added
  const others = all.filter((each) => !isShown(each))
  const set = (name: string, value: string | undefined) =>
    change({ [name]: value, ...(name === 'period' && { since: undefined, until: undefined }) })
  return (
    <search className={classes.bar} aria-label={t('filters')}>
      {before && <div className={classes.before}>{before}</div>}
      <div className={classes.chips}>
        {pinned}
        {all.filter(isShown).map(({ name, isUsual: _isUsual, ...filter }) => (
          <FilterChip
            key={name}
            {...filter}
            value={values[name]}
            isNew={name === added && values[name] === undefined}
            onChange={(value) => set(name, value)}
            onClose={() => setAdded(null)}
          />
        ))}
        {hasPeriod &&
          values['period'] === 'custom' &&
          (['since', 'until'] as const).map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              size="xs"
              aria-label={t(`periods.${name}`)}
              value={toLocalMinute(values[name])}
              onChange={({ currentTarget: { value } }) =>
                change({ [name]: value ? new Date(value).toISOString() : undefined })
              }
            />
          ))}
        {others.length > 0 && (
          <ChoiceMenu
            label={t('addFilter')}
            choices={others.map(({ name, label }) => ({ value: name, label }))}
            onChoose={setAdded}
          >
            {(button) => (
              <button {...button} type="button" className={classes.add}>
                <IconPlus size={14} aria-hidden />
                {t('addFilter')}
              </button>
            )}
          </ChoiceMenu>
        )}
        {Object.keys(values).length > 0 && (
          <Button className={classes.clear!} size="compact-sm" variant="subtle" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
        {after && <div className={classes.after}>{after}</div>}
      </div>
    </search>
  )
}

import { Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { CONTACT_CHARACTERS_MAX, CONTACT_SORTS } from '#shared/contacts.ts'
import { splitFieldFilter } from '#shared/field-filters.ts'
import { toLocalDay } from '../../lib/local-time.ts'
import type { UrlFilterChange, UrlFilters } from '../../lib/use-url-filters.ts'
import { CustomFieldFilters } from './custom-field-filters.tsx'
import classes from './contacts.module.css'
import type { ContactFilter } from './contact-filters.ts'

const TEXTS = ['username', 'source', 'campaign'] as const
const DATES = [
  ['created_since', 'createdSince'],
  ['created_until', 'createdUntil'],
  ['seen_since', 'seenSince'],
] as const

/** Shows the sort order and the filters of the contact list. */
export function ContactFilterBar(props: {
  filters: UrlFilters<ContactFilter>
  onChange: (some: UrlFilterChange<ContactFilter>) => void
}) {
  const { filters, onChange } = props
  const t = useTranslations('contacts')
  const narrowing = [
    ...TEXTS,
    'has' as const,
    'blocked' as const,
    'opted_out' as const,
    ...DATES.map(([name]) => name),
  ].filter((name) => filters[name])
  const count = narrowing.length + splitFieldFilter(filters.fields ?? '').length
  return (
    <>
      <NativeSelect
        aria-label={t('filters.sort')}
        value={filters.sort ?? 'updated'}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value === 'updated' ? undefined : value })
        }
        data={CONTACT_SORTS.map((value) => ({
          value,
          label: t(`sorts.${value}`),
        }))}
      />
      <Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant={count > 0 ? 'light' : 'default'}
            leftSection={<IconFilter size={16} aria-hidden />}
          >
            {count > 0 ? `${t('filters.label')} (${count})` : t('filters.label')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('filters.label')} className={classes.filters}>
          <Stack gap="sm">
            {TEXTS.map((name) => (
              <TextInput
                key={name}
                label={t(`filters.${name}`)}
                defaultValue={filters[name] ?? ''}
                maxLength={CONTACT_CHARACTERS_MAX[name]}
                onBlur={({ currentTarget }) =>
                  onChange({ [name]: currentTarget.value.trim() || undefined })
                }
                onKeyDown={(event) => {
                  if (event.key === 'Enter')
                    onChange({ [name]: event.currentTarget.value.trim() || undefined })
                }}
              />
            ))}
            <NativeSelect
              label={t('filters.has')}
              value={filters.has ?? ''}
              onChange={({ currentTarget }) => onChange({ has: currentTarget.value || undefined })}
              data={[
                { value: '', label: t('filters.hasAny') },
                { value: 'phone', label: t('filters.hasPhone') },
                { value: 'email', label: t('filters.hasEmail') },
              ]}
            />
            <NativeSelect
              label={t('filters.blocked')}
              value={filters.blocked ?? ''}
              onChange={({ currentTarget }) =>
                onChange({ blocked: currentTarget.value || undefined })
              }
              data={[
                { value: '', label: t('filters.hasAny') },
                { value: 'true', label: t('filters.blockedOnly') },
                { value: 'false', label: t('filters.notBlocked') },
              ]}
            />
            <NativeSelect
              label={t('filters.optedOut')}
              value={filters.opted_out ?? ''}
              onChange={({ currentTarget }) =>
                onChange({ opted_out: currentTarget.value || undefined })
              }
              data={[
                { value: '', label: t('filters.hasAny') },
                { value: 'true', label: t('filters.optedOutOnly') },
                { value: 'false', label: t('filters.notOptedOut') },
              ]}
            />
            {DATES.map(([name, label]) => (
              <TextInput
                key={name}
                type="date"
                label={t(`filters.${label}`)}
                value={toLocalDay(filters[name])}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ [name]: value ? new Date(`${value}T00:00`).toISOString() : undefined })
                }
              />
            ))}
            <CustomFieldFilters
              filter={filters.fields}
              onChange={(fields) => onChange({ fields })}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

import { Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { CONTACT_CHARACTERS_MAX, CONTACT_SORTS } from '#shared/contacts.ts'
import { LanguageSelect } from './language-select.tsx'
import { splitFieldFilter } from '#shared/field-filters.ts'
import { toLocalDay } from '../../lib/local-time.ts'
import type { UrlFilterChange, UrlFilters } from '../../lib/use-url-filters.ts'
import { CustomFieldFilters } from '../../components/custom-field-filters.tsx'
import classes from './contacts.module.css'
import { FILTERS_BY_KIND } from './contact-attributes.ts'
import type { ContactFilter } from './contact-attributes.ts'

/** Shows the sort order and the filters of the contact list. */
export function ContactFilterBar(props: {
  filters: UrlFilters<ContactFilter>
  onChange: (some: UrlFilterChange<ContactFilter>) => void
}) {
  const { filters, onChange } = props
  const t = useTranslations('contacts')
  const { text, choice, day } = FILTERS_BY_KIND
  const narrowing = [...text, 'language' as const, 'has' as const, ...choice, ...day].filter(
    (name) => filters[name],
  )
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
            {text.map((name) => (
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
            <LanguageSelect
              label={t('filters.language')}
              none={t('filters.hasAny')}
              value={filters.language ?? ''}
              onChange={(language) => onChange({ language: language || undefined })}
            />
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
            {choice.map((name) => (
              <NativeSelect
                key={name}
                label={t(`filters.${name}.label`)}
                value={filters[name] ?? ''}
                onChange={({ currentTarget }) =>
                  onChange({ [name]: currentTarget.value || undefined })
                }
                data={[
                  { value: '', label: t('filters.hasAny') },
                  { value: 'true', label: t(`filters.${name}.only`) },
                  { value: 'false', label: t(`filters.${name}.others`) },
                ]}
              />
            ))}
            {day.map((name) => (
              <TextInput
                key={name}
                type="date"
                label={t(`filters.${name}`)}
                value={toLocalDay(filters[name])}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ [name]: value ? new Date(`${value}T00:00`).toISOString() : undefined })
                }
              />
            ))}
            <CustomFieldFilters
              of="contact"
              filter={filters.fields}
              onChange={(fields) => onChange({ fields })}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

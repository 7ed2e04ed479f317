import { useTranslations } from 'use-intl'
import type { ReactNode, RefObject } from 'react'
import { CONTACT_CHARACTERS_MAX, CONTACT_SORTS, LANGUAGES } from '#shared/contacts.ts'
import { splitFieldFilter } from '#shared/field-filters.ts'
import { CustomFieldFilters } from '../../components/custom-field-filters.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import type { FilterProps } from '../../components/filter-bar.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { SortMenu } from '../../components/sort-menu.tsx'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'
import { FILTERS_BY_KIND } from './contact-attributes.ts'
import type { ContactFilter } from './contact-attributes.ts'

/** Shows the search field, the filters and the order of the contact list, and `children` after them. */
export function ContactFilterBar(
  props: FilterProps<ContactFilter> & {
    search: RefObject<HTMLInputElement | null>
    children: ReactNode
  },
) {
  const { filters, onChange, onClear, search, children } = props
  const t = useTranslations('contacts')
  const { sort, ...narrowing } = filters
  return (
    <FilterBar
      filters={narrowing}
      onChange={onChange}
      onClear={onClear}
      hasPeriod={false}
      before={
        <SearchField
          isSmall
          inputRef={search}
          label={t('search')}
          value={filters.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
      }
      choices={useChoices(filters, onChange)}
      after={
        <>
          <SortMenu
            label={t('filters.sort')}
            value={sort}
            onChange={(next) => onChange({ sort: next })}
            choices={CONTACT_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          />
          {children}
        </>
      }
    />
  )
}

function useChoices(
  filters: FilterProps<ContactFilter>['filters'],
  onChange: FilterProps<ContactFilter>['onChange'],
) {
  const t = useTranslations('contacts')
  const tFields = useTranslations('customFields')
  const { fields } = useCustomFields('contact')
  const nameOf = useLanguageName()
  const { language } = filters
  const codes = !language || LANGUAGES.includes(language) ? LANGUAGES : [language, ...LANGUAGES]
  const { text, choice, day } = FILTERS_BY_KIND
  return [
    {
      name: 'has' as const,
      label: t('filters.has'),
      isUsual: true,
      choices: [
        { value: 'phone', label: t('filters.hasPhone') },
        { value: 'email', label: t('filters.hasEmail') },
      ],
    },
    ...text.map((name) => ({
      name,
      label: t(`filters.${name}`),
      isUsual: name === 'source',
      field: 'text' as const,
      maxLength: CONTACT_CHARACTERS_MAX[name],
    })),
    {
      name: 'language' as const,
      label: t('filters.language'),
      choices: codes
        .map((value) => ({ value, label: nameOf(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    },
    ...choice.map((name) => ({
      name,
      label: t(`filters.${name}.label`),
      choices: [
        { value: 'true', label: t(`filters.${name}.only`) },
        { value: 'false', label: t(`filters.${name}.others`) },
      ],
    })),
    ...day.map((name) => ({ name, label: t(`filters.${name}`), field: 'date' as const })),
    ...(fields.length > 0
      ? [
          {
            name: 'fields' as const,
            label: tFields('title'),
            isUsual: true,
            brief: String(splitFieldFilter(filters.fields ?? '').length),
            form: (
              <CustomFieldFilters
                of="contact"
                filter={filters.fields}
                onChange={(next) => onChange({ fields: next })}
              />
            ),
          },
        ]
      : []),
  ]
}

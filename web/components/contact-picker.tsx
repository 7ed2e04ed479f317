import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { api } from '../lib/api.ts'
import type { Page } from '../lib/wire.ts'
import type { Contact } from '../lib/contacts.ts'
import { ContactName, useContactName } from './contact-name.tsx'

/** Shows a field that finds a contact by name, phone number or email. `without` excludes one contact. */
export function ContactPicker(props: {
  label: string
  value: Contact | null
  onChange: (person: Contact | null) => void
  without?: string
  error?: ReactNode
  autoFocus?: boolean
}) {
  const { label, value, onChange, without, error, autoFocus } = props
  const t = useTranslations('contacts.picker')
  const toName = useContactName()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQuery({
    queryKey: ['contacts', 'picker', asked],
    queryFn: ({ signal }) =>
      api.get<Page<Contact>>('/api/v1/contacts', { q: asked, limit: 8 }, signal),
    placeholderData: keepPreviousData,
  })
  const found = data?.data.filter(({ id }) => id !== without) ?? []
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        const person = found.find((each) => each.id === id) ?? null
        onChange(person)
        setText(person ? toName(person) : '')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <InputBase
          label={label}
          placeholder={t('placeholder')}
          value={text}
          error={error}
          data-autofocus={autoFocus}
          autoComplete="off"
          maxLength={SEARCH_CHARACTERS_MAX}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            if (value) onChange(null)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {found.length > 0 ? (
          <Combobox.Options aria-label={t('found')}>
            {found.map((person) => (
              <Combobox.Option key={person.id} value={person.id}>
                <ContactName person={person} />
                <br />
                <small>{[person.phone_e164, person.email].filter(Boolean).join(' · ')}</small>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        ) : (
          // Outside the list, because a list without options is an accessibility violation.
          <Combobox.Empty role="status">{isFetching ? t('looking') : t('nobody')}</Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

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
import { ContactLabel, useContactName } from './contact-name.tsx'
import { formatPhone } from '../lib/format-phone.ts'
import classes from './contact-picker.module.css'

/** The value of the option that offers the typed phone number. */
const PHONE_OPTION = 'phone'

/**
 * Shows a field that finds a contact by name, phone number or email. `without` excludes one contact. `phone` offers a
 * typed phone number that is not the number of a found contact; null takes the choice back.
 */
export function ContactPicker(props: {
  label: string
  value: Pick<Contact, 'id'> | null
  onChange: (person: Contact | null) => void
  without?: string
  error?: ReactNode
  description?: string
  autoFocus?: boolean
  phone?: { label: (phone: string) => string; onChoose: (phone: string | null) => void }
}) {
  const { label, value, onChange, without, error, description, autoFocus, phone } = props
  const t = useTranslations('contacts.picker')
  const toName = useContactName()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQuery({
    queryKey: ['contacts', 'picker', asked],
    queryFn: ({ signal }) =>
      api.get<Page<Contact>>('/api/v1/contacts', { q: asked, limit: 6 }, signal),
    placeholderData: keepPreviousData,
  })
  const found = data?.data.filter(({ id }) => id !== without) ?? []
  const typed = text.trim()
  const isOffered = phone !== undefined && isNewPhone(typed, found)
  const choosePhone = () => {
    phone?.onChoose(typed)
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        if (id === PHONE_OPTION) return choosePhone()
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
          description={description}
          data-autofocus={autoFocus}
          autoComplete="off"
          maxLength={SEARCH_CHARACTERS_MAX}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            if (value) onChange(null)
            phone?.onChoose(null)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onKeyDown={(event) => {
            // Without a selected contact, Enter means the number as it is typed.
            if (event.key === 'Enter' && isOffered && combobox.getSelectedOptionIndex() === -1)
              choosePhone()
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {found.length > 0 || isOffered ? (
          <Combobox.Options aria-label={t('found')}>
            {found.map((person) => (
              <Combobox.Option key={person.id} value={person.id}>
                <ContactLabel person={person} size="row" />
                <div className={classes.detail}>
                  {[person.phone_e164 && formatPhone(person.phone_e164), person.email]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </Combobox.Option>
            ))}
            {isOffered && (
              <Combobox.Option value={PHONE_OPTION}>
                {phone.label(formatPhone(typed))}
              </Combobox.Option>
            )}
          </Combobox.Options>
        ) : (
          // Outside the list, because a list without options is an accessibility violation.
          <Combobox.Empty role="status">{isFetching ? t('looking') : t('nobody')}</Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Returns whether `text` looks like a phone number, and not like that of one of the contacts. */
function isNewPhone(text: string, found: Contact[]): boolean {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < 7 || !/^[+\d\s().\-/]+$/.test(text)) return false
  return !found.some(({ phone_e164: phone }) => phone?.slice(1).endsWith(digits))
}

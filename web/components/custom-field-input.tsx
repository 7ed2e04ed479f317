import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FIELD_CHARACTERS_MAX } from '#shared/contacts.ts'
import type { CustomField } from '../lib/custom-fields.ts'
import { CustomerText } from './customer-text.tsx'

/** Shows the input of a custom field by its type. An empty value removes the field. */
export function CustomFieldInput(props: {
  field: CustomField
  value: string
  error?: ReactNode
  onChange: (value: string) => void
}) {
  const { field, value, error, onChange } = props
  const t = useTranslations('customFields')
  const label = <CustomerText>{field.label}</CustomerText>
  switch (field.type) {
    case 'boolean':
      return (
        <Checkbox
          label={label}
          checked={value === 'true'}
          error={error}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
        />
      )
    case 'choice': {
      const choices = field.choices ?? []
      // A value that is no longer a choice stays until another one is chosen.
      const all = value === '' || choices.includes(value) ? choices : [value, ...choices]
      return (
        <NativeSelect
          label={label}
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          data={[{ value: '', label: t('none') }, ...all]}
        />
      )
    }
    case 'date':
    case 'number':
    case 'text':
      return (
        <TextInput
          label={label}
          type={field.type === 'date' ? 'date' : 'text'}
          inputMode={field.type === 'number' ? 'decimal' : undefined}
          dir={field.type === 'text' ? 'auto' : undefined}
          autoComplete="off"
          maxLength={FIELD_CHARACTERS_MAX}
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

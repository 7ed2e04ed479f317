import { Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LANGUAGES } from '#shared/contacts.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'

/** Shows a field that adds a language which is not among `present`. */
export function AddLanguage(props: {
  label: string
  placeholder: string
  present: readonly { language: string }[]
  error?: ReactNode
  onAdd: (language: string) => void
}) {
  const { label, placeholder, present, error, onAdd } = props
  const nameOf = useLanguageName()
  const left = LANGUAGES.filter((code) => !present.some(({ language }) => language === code))
  return (
    <Select
      key={present.length}
      label={label}
      placeholder={placeholder}
      leftSection={<IconPlus size={16} aria-hidden />}
      searchable
      value={null}
      error={error}
      onChange={(language) => {
        if (language !== null) onAdd(language)
      }}
      data={left
        .map((value) => ({ value, label: nameOf(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label))}
    />
  )
}

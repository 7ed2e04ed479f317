import { NativeSelect } from '@mantine/core'
import { LANGUAGES } from '#shared/contacts.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'

type SelectProps = {
  label: string
  /** What no language is called. */
  none: string
  value: string
  onChange: (value: string) => void
}

/** A choice of languages by their names; the present one is a choice, whatever it is. */
export function LanguageSelect({ label, none, value, onChange }: SelectProps) {
  const nameOf = useLanguageName()
  const codes = value === '' || LANGUAGES.includes(value) ? LANGUAGES : [value, ...LANGUAGES]
  const named = codes.map((code) => ({ value: code, label: nameOf(code) }))
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: none },
        ...named.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  )
}

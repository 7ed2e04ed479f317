import { Fieldset, MultiSelect, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FIELD_CHARACTERS_MAX } from '#shared/contacts.ts'
import { splitFieldFilter, writeFieldFilter } from '#shared/field-filters.ts'
import { useCustomFields } from '../lib/custom-fields.ts'
import type { CustomField } from '../lib/custom-fields.ts'

/** Shows the filters by custom fields of contacts or tickets, one by the type of each. `filter` is their text in the URL and the API. */
export function CustomFieldFilters(props: {
  of: CustomField['applies_to']
  filter: string | undefined
  onChange: (filter: string | undefined) => void
}) {
  const { filter = '', onChange } = props
  const t = useTranslations('customFields')
  const { fields } = useCustomFields(props.of)
  if (fields.length === 0) return null
  const conditions = splitFieldFilter(filter)
  const change = (key: string, values: string[]) => {
    const others = conditions.filter((each) => each.key !== key)
    const next = values.length === 0 ? others : [...others, { key, values }]
    onChange(next.length === 0 ? undefined : writeFieldFilter(next))
  }
  return (
    <Fieldset legend={t('title')} variant="unstyled">
      <Stack gap="sm">
        {fields.map((field) => (
          <FieldFilter
            key={field.id}
            field={field}
            values={conditions.find(({ key }) => key === field.key)?.values ?? []}
            onChange={(values) => change(field.key, values)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

type FilterProps = {
  field: CustomField
  values: string[]
  onChange: (values: string[]) => void
}

function FieldFilter(props: FilterProps) {
  const { field, values, onChange } = props
  const t = useTranslations('contacts')
  const tFields = useTranslations('customFields')
  switch (field.type) {
    case 'choice':
      return (
        <MultiSelect
          label={field.label}
          data={[...new Set([...(field.choices ?? []), ...values])]}
          value={values}
          onChange={onChange}
          clearable
          comboboxProps={{ withinPortal: false }}
        />
      )
    case 'boolean':
      return (
        <NativeSelect
          label={field.label}
          value={values[0] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value ? [value] : [])}
          data={[
            { value: '', label: t('filters.hasAny') },
            { value: 'true', label: tFields('true') },
            { value: 'false', label: tFields('false') },
          ]}
        />
      )
    case 'text':
      return (
        <Typed
          label={field.label}
          value={values.join(', ')}
          onChange={(value) => onChange(value ? [value] : [])}
        />
      )
    case 'date':
    case 'number':
      return <RangeFilter {...props} />
  }
}

function RangeFilter({ field, values, onChange }: FilterProps) {
  const t = useTranslations('customFields')
  const [first = ''] = values
  const [from = '', to = from] = first.split('..')
  const change = (next: [string, string]) =>
    onChange(next.join('') === '' ? [] : [`${next[0]}..${next[1]}`])
  return (
    <SimpleGrid cols={field.type === 'number' ? 2 : 1} spacing="xs">
      <Typed
        label={t('from', { label: field.label })}
        value={from}
        type={field.type}
        onChange={(value) => change([value, to])}
      />
      <Typed
        label={t('to', { label: field.label })}
        value={to}
        type={field.type}
        onChange={(value) => change([from, value])}
      />
    </SimpleGrid>
  )
}

/** An input whose text is a filter once it is left, or Enter is pressed. A number that is none is ignored. */
function Typed(props: {
  label: string
  value: string
  type?: CustomField['type']
  onChange: (value: string) => void
}) {
  const { label, value, type = 'text', onChange } = props
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  // Cleared from outside, for example. Remounting the input instead would move the focus.
  if (applied !== value) {
    setApplied(value)
    setText(value)
  }
  const apply = () => {
    const next = text.trim()
    if (type === 'number' && next !== '' && !/^[+-]?\d{1,15}(\.\d{1,6})?$/.test(next))
      setText(value)
    else if (next !== value) onChange(next)
  }
  return (
    <TextInput
      label={label}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      maxLength={FIELD_CHARACTERS_MAX}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { toLocalDay } from '../lib/local-time.ts'

/** Shows the field of a filter. A text is applied once it is left or with Enter, a day, as its start in UTC, once it is chosen. */
export function FilterField(props: {
  label: string
  type: 'text' | 'date'
  maxLength?: number | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
  onDone: () => void
}) {
  const { label, type, maxLength, value, onChange, onDone } = props
  const [text, setText] = useState(value ?? '')
  const apply = () => {
    const next = text.trim() || undefined
    if (type === 'text' && next !== value) onChange(next)
  }
  return (
    <TextInput
      label={label}
      type={type}
      maxLength={maxLength}
      value={type === 'date' ? toLocalDay(value) : text}
      onChange={({ currentTarget: { value: next } }) => {
        if (type === 'text') setText(next)
        else onChange(next ? new Date(`${next}T00:00`).toISOString() : undefined)
      }}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return
        apply()
        onDone()
      }}
    />
  )
}

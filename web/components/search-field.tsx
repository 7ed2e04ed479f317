import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'

/** Shows a field that searches while the user types, and keeps their text until the results arrive. */
export function SearchField(props: {
  label: string
  value: string
  onChange: (value: string | undefined) => void
  inputRef?: Ref<HTMLInputElement>
  /** As high as the filters beside it. */
  isSmall?: boolean
}) {
  const { label, value, onChange, inputRef, isSmall = false } = props
  const [text, setText] = useState(value)
  const typed = useRef(value)
  const changeLater = useDebouncedCallback(
    (next: string) => onChange(next.trim() || undefined),
    250,
  )
  useEffect(() => {
    // The value changed from outside, for example by a saved view.
    if (value !== typed.current.trim()) setText(value)
    typed.current = value
  }, [value])
  return (
    <TextInput
      ref={inputRef}
      type="search"
      size={isSmall ? 'xs' : 'sm'}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        typed.current = currentTarget.value
        changeLater(currentTarget.value)
      }}
    />
  )
}

import { Modal } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './picker.module.css'

/** An option of a picker. `also`: another text by which it is found, below the label. */
export type Choice = {
  id: string
  label: string
  icon?: ReactNode
  detail?: string
  also?: string
  isChosen?: boolean
  run: () => void
}

/** Shows a list of options that is filtered by typing and operated by arrow keys or clicks. */
export function Picker(props: {
  title: string
  placeholder: string
  choices: (query: string) => Choice[]
  isMany?: boolean
  /** Whether choosing may open something else, so that the picker does not close itself. */
  keepsOpen?: boolean
  footer?: ReactNode
  onClose: () => void
}) {
  const { title, placeholder, choices, isMany = false, keepsOpen = false, footer, onClose } = props
  const t = useTranslations('inboxPicker')
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const id = useId()
  const shown = choices(query.trim())
  const at = Math.min(index, shown.length - 1)
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    if (!isMany && !keepsOpen) onClose()
    choice.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown') setIndex((at + 1) % Math.max(1, shown.length))
    else if (key === 'ArrowUp') setIndex((at - 1 + shown.length) % Math.max(1, shown.length))
    else if (key === 'Home') setIndex(0)
    else if (key === 'End') setIndex(shown.length - 1)
    else if (key === 'Enter') {
      if (isMany && (event.metaKey || event.ctrlKey)) onClose()
      else choose(shown[at])
    } else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="sm"
      padding="sm"
      centered={false}
      yOffset="12dvh"
    >
      <input
        data-autofocus
        className={classes.field}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        role="listbox"
        aria-label={title}
        aria-multiselectable={isMany || undefined}
        className={classes.list}
      >
        {shown.map((choice, place) => (
          <Option
            key={choice.id}
            id={`${id}-${place}`}
            choice={choice}
            isActive={place === at}
            isSelected={isMany ? (choice.isChosen ?? false) : place === at}
            onPoint={() => setIndex(place)}
            onChoose={() => choose(choice)}
          />
        ))}
      </div>
      {shown.length === 0 && (query !== '' || !footer) && (
        <p className={classes.nothing} role="status">
          {t('nothing')}
        </p>
      )}
      {footer}
    </Modal>
  )
}

function Option(props: {
  id: string
  choice: Choice
  isActive: boolean
  isSelected: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  const { id, choice, isActive, isSelected, onPoint, onChoose } = props
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      data-active={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      className={classes.choice}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      {choice.icon}
      <bdi dir="auto" className={classes.label}>
        {choice.label}
        {choice.also && <span className={classes.also}>{choice.also}</span>}
      </bdi>
      {choice.detail && <span className={classes.detail}>{choice.detail}</span>}
      {choice.isChosen && <IconCheck size={16} aria-hidden />}
    </div>
  )
}

/** Returns whether `text` contains all words of `query`. */
export function isLike(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

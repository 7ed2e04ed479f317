import { Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTimes } from '../lib/use-times.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import type { MenuChoice } from './choice-menu.tsx'
import classes from './filter-bar.module.css'
import { FilterField } from './filter-field.tsx'

/** How the value of a filter is chosen: among choices, as a text or a day, or in a form that says in brief what it holds. */
export type FilterKind =
  | { choices: MenuChoice[] }
  | { field: 'text' | 'date'; maxLength?: number }
  | { form: ReactNode; brief: string }

type ChipButton = (
  button: Pick<ComponentProps<'button'>, 'onClick' | 'aria-expanded'>,
) => ReactElement

/**
 * Shows a filter as a chip with its value: a button that opens the menu or the field in which the value is chosen, and one that
 * removes the value. `isNew`: it is open from the start.
 */
export function FilterChip(
  props: FilterKind & {
    label: string
    value: string | undefined
    isNew: boolean
    onChange: (value: string | undefined) => void
    onClose: () => void
  },
) {
  const { label, value, isNew, onChange, onClose } = props
  const t = useTranslations('tables')
  const { toDay } = useTimes()
  const isOn = value !== undefined
  const shown = () => {
    if ('choices' in props)
      return props.choices.find((each) => each.value === value)?.label ?? value
    if ('form' in props) return props.brief
    return props.field === 'date' && value ? toDay(value) : value
  }
  const button: ChipButton = (given) => (
    <button {...given} type="button" className={classes.choose}>
      <span>{label}</span>
      {isOn ? (
        <span className={classes.value}>{shown()}</span>
      ) : (
        <IconChevronDown size={14} aria-hidden />
      )}
    </button>
  )
  return (
    <span className={classes.chip} data-on={isOn}>
      {'choices' in props ? (
        <ChoiceMenu
          label={label}
          choices={props.choices}
          chosen={value}
          isOpenAtFirst={isNew}
          onChoose={(next) => onChange(next === value ? undefined : next)}
          onClose={onClose}
        >
          {button}
        </ChoiceMenu>
      ) : (
        <ChipPopover label={label} isOpenAtFirst={isNew} onClose={onClose} button={button}>
          {(close) =>
            'form' in props ? (
              props.form
            ) : (
              <FilterField
                label={label}
                type={props.field}
                maxLength={props.maxLength}
                value={value}
                onChange={onChange}
                onDone={close}
              />
            )
          }
        </ChipPopover>
      )}
      {isOn && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('removeFilter', { name: label })}
          title={t('removeFilter', { name: label })}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

function ChipPopover(props: {
  label: string
  isOpenAtFirst: boolean
  onClose: () => void
  button: ChipButton
  children: (close: () => void) => ReactNode
}) {
  const { label, isOpenAtFirst, onClose, button, children } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const close = () => {
    setOpen(false)
    onClose()
  }
  // The keys of the page are not meant while the field is open.
  const keep = (event: KeyboardEvent) => {
    if (isOpen) event.stopPropagation()
  }
  return (
    <span className={classes.open} onKeyDown={keep} role="presentation">
      <Popover
        width={280}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        opened={isOpen}
        onChange={(next) => !next && close()}
      >
        <Popover.Target>
          {button({ onClick: () => (isOpen ? close() : setOpen(true)), 'aria-expanded': isOpen })}
        </Popover.Target>
        <Popover.Dropdown aria-label={label} className={classes.form!}>
          {children(close)}
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}

import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { ChoiceMenu } from './choice-menu.tsx'
import type { MenuChoice } from './choice-menu.tsx'
import classes from './filter-bar.module.css'

/** Shows a filter as a chip with its value: a menu of its choices, and a button that removes the value. `isNew`: the menu is open. */
export function FilterChip(props: {
  label: string
  choices: MenuChoice[]
  value: string | undefined
  isNew: boolean
  onChange: (value: string | undefined) => void
  onClose: () => void
}) {
  const { label, choices, value, isNew, onChange, onClose } = props
  const t = useTranslations('tables')
  const isOn = value !== undefined
  return (
    <span className={classes.chip} data-on={isOn}>
      <ChoiceMenu
        label={label}
        choices={choices}
        chosen={value}
        isOpenAtFirst={isNew}
        onChoose={(next) => onChange(next === value ? undefined : next)}
        onClose={onClose}
      >
        {(button) => (
          <button {...button} type="button" className={classes.choose}>
            <span>{label}</span>
            {isOn ? (
              <span className={classes.value}>
                {choices.find((each) => each.value === value)?.label ?? value}
              </span>
            ) : (
              <IconChevronDown size={14} aria-hidden />
            )}
          </button>
        )}
      </ChoiceMenu>
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

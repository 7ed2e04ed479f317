import { IconArrowsSort } from '@tabler/icons-react'
import { ChoiceMenu } from './choice-menu.tsx'
import type { MenuChoice } from './choice-menu.tsx'
import classes from './filter-bar.module.css'

/** Shows the order of a list, with a menu of the others. The first choice is the usual order, which is no value. */
export function SortMenu(props: {
  label: string
  choices: MenuChoice[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { label, choices, value, onChange } = props
  const [usual] = choices
  const chosen = choices.find((each) => each.value === value) ?? usual
  return (
    <ChoiceMenu
      label={label}
      choices={choices}
      chosen={chosen?.value}
      onChoose={(next) => onChange(next === usual?.value ? undefined : next)}
    >
      {(button) => (
        <button
          {...button}
          type="button"
          className={classes.add}
          aria-label={`${label}: ${chosen?.label}`}
        >
          <IconArrowsSort size={14} aria-hidden />
          {chosen?.label}
        </button>
      )}
    </ChoiceMenu>
  )
}

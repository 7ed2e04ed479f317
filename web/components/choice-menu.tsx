import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ComponentProps, KeyboardEvent, ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import classes from './choice-menu.module.css'

/** A choice of a menu: its value and its text. */
export type MenuChoice = { value: string; label: string }

/** With more choices than this, the menu has a field that finds them. */
const UNSEARCHED_MAX = 8

/** Shows a button (`children`) that opens a small menu of choices, of which one may be `chosen`. */
export function ChoiceMenu(props: {
  label: string
  choices: MenuChoice[]
  chosen?: string | undefined
  isOpenAtFirst?: boolean
  onChoose: (value: string) => void
  onClose?: () => void
  children: (button: Pick<ComponentProps<'button'>, 'onClick' | 'aria-expanded'>) => ReactElement
}) {
  const { label, choices, chosen, isOpenAtFirst = false, onChoose, onClose, children } = props
  const t = useTranslations('tables')
  const [query, setQuery] = useState('')
  const isSearched = choices.length > UNSEARCHED_MAX
  const menu = useCombobox({
    onDropdownClose: () => {
      menu.resetSelectedOption()
      menu.focusTarget()
      setQuery('')
      onClose?.()
    },
    onDropdownOpen: () => {
      if (isSearched) menu.focusSearchInput()
      else menu.selectActiveOption()
    },
  })
  const { openDropdown, focusTarget } = menu
  useEffect(() => {
    if (!isOpenAtFirst) return
    focusTarget()
    openDropdown()
    // Only when the chip appears: its menu can be closed afterwards.
  }, [])
  const wanted = query.trim().toLocaleLowerCase()
  const shown = choices.filter((each) => each.label.toLocaleLowerCase().includes(wanted))
  // The keys of the page are not meant while the menu is open. Its field has the focus a moment after that: it gets what
  // is typed before.
  const keep = (event: KeyboardEvent) => {
    if (!menu.dropdownOpened) return
    event.stopPropagation()
    const isLetter = event.key.length === 1 && event.key !== ' '
    const isCommand = event.ctrlKey || event.metaKey || event.altKey
    if (!isSearched || !isLetter || isCommand || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    setQuery((typed) => typed + event.key)
    menu.focusSearchInput()
  }
  return (
    <span className={classes.menu} onKeyDown={keep} role="presentation">
      <Combobox
        store={menu}
        width={240}
        position="bottom-start"
        shadow="md"
        onOptionSubmit={(value) => {
          onChoose(value)
          menu.closeDropdown()
        }}
      >
        <Combobox.Target targetType="button">
          {children({
            onClick: () => menu.toggleDropdown(),
            'aria-expanded': menu.dropdownOpened,
          })}
        </Combobox.Target>
        <Combobox.Dropdown>
          {/* It is outside of the landmarks of the page. */}
          <section aria-label={label}>
            {isSearched && (
              <Combobox.Search
                aria-label={`${label}: ${t('findChoice')}`}
                placeholder={t('findChoice')}
                value={query}
                onChange={({ currentTarget }) => {
                  setQuery(currentTarget.value)
                  menu.updateSelectedOptionIndex()
                }}
              />
            )}
            <Combobox.Options className={classes.options!} aria-label={label}>
              {shown.map(({ value, label: text }) => (
                <Combobox.Option key={value} value={value} active={value === chosen}>
                  <span className={classes.choice}>
                    <span>{text}</span>
                    {value === chosen && <IconCheck size={16} aria-hidden />}
                  </span>
                </Combobox.Option>
              ))}
              {shown.length === 0 && <Combobox.Empty>{t('noChoice')}</Combobox.Empty>}
            </Combobox.Options>
          </section>
        </Combobox.Dropdown>
      </Combobox>
    </span>
  )
}

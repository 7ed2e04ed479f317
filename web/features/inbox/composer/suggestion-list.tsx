import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import classes from './suggestion-list.module.css'
import type { Suggestions } from './use-suggestions.ts'

/** Returns the id of a suggestion's element, which the field refers to. */
export function suggestionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** Shows the suggestions above the field. */
export function SuggestionList({ id, suggestions }: { id: string; suggestions: Suggestions }) {
  const t = useTranslations('composer')
  const list = useRef<HTMLUListElement>(null)
  const { kind, items, active, isLoading } = suggestions
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (kind === null) return null
  const label = kind === 'canned' ? t('cannedReplies') : t('colleagues')
  if (items.length === 0)
    return isLoading ? null : (
      <div className={classes.panel} role="status">
        <DimmedText p="xs">
          {kind === 'canned' ? t('noCannedReplies') : t('noColleagues')}{' '}
          {kind === 'canned' && (
            <Anchor component={Link} to="/settings/canned-replies" size="sm" underline="always">
              {t('manageCannedReplies')}
            </Anchor>
          )}
        </DimmedText>
      </div>
    )
  return (
    <div className={classes.panel}>
      <ul ref={list} id={id} role="listbox" aria-label={label} className={classes.list}>
        {items.map((item, index) => (
          <li
            key={item.id}
            id={suggestionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={classes.item}
            data-active={index === active}
            onMouseMove={() => index !== active && suggestions.setActive(index)}
            onMouseDown={(event) => {
              // Keeps the focus in the field.
              event.preventDefault()
              suggestions.choose(item)
            }}
          >
            <span className={classes.label}>
              <CustomerText>{item.label}</CustomerText>
            </span>
            <span className={classes.detail}>
              <CustomerText>{item.detail}</CustomerText>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

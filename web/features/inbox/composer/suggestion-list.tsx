import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { removeFormatting } from '#shared/formatted-text.ts'
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
  const { kind, state, items, active } = suggestions
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (kind === null) return null
  const label = kind === 'canned' ? t('cannedReplies') : t('colleagues')
  if (state !== 'found' && state !== 'near')
    return <NoSuggestions {...{ kind, state, suggestions }} />
  return (
    <div className={classes.panel}>
      {state === 'near' && (
        <p className={classes.near} role="status">
          {t('suggestions.near')}
        </p>
      )}
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
            {item.owner && (
              <span className={classes.owner}>
                <CustomerText>{item.owner}</CustomerText>
              </span>
            )}
            <span className={classes.detail}>
              <CustomerText>{removeFormatting(item.detail)}</CustomerText>
            </span>
            {item.files.length > 0 && (
              <span className={classes.owner}>
                {t('suggestions.files', { count: item.files.length })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows why there is nothing to choose, and how the text is sent as it is. */
function NoSuggestions(props: {
  kind: 'canned' | 'members'
  state: 'none' | 'loading' | 'failed'
  suggestions: Suggestions
}) {
  const { kind, state, suggestions } = props
  const { query, isRefused } = suggestions
  const t = useTranslations('composer.suggestions')
  const tComposer = useTranslations('composer')
  const reason = state === 'none' ? (query === '' ? 'empty' : 'none') : state
  return (
    // Another key lets screen readers announce the text once more when Enter was pressed.
    <div
      key={String(isRefused)}
      className={classes.panel}
      role={isRefused ? 'alert' : 'status'}
      data-refused={isRefused}
    >
      <DimmedText p="xs">
        <span className={classes.reason}>
          <CustomerText>{t(`${kind}.${reason}`, { query })}</CustomerText>
        </span>{' '}
        {t(`${kind}.literally`)}{' '}
        {kind === 'canned' && (
          <Anchor component={Link} to="/settings/canned-replies" size="sm" underline="always">
            {tComposer('manageCannedReplies')}
          </Anchor>
        )}
      </DimmedText>
    </div>
  )
}

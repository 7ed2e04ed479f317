import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { chatName } from '../../../lib/display-name.ts'
import classes from './composer.module.css'
import { suggestionId } from './suggestion-list.tsx'
import type { Composing } from './use-composer.ts'

/** The text field of the composer. `listId` is the id of the list of suggestions, which its keys move through. */
export function ComposerField({ composing, listId }: { composing: Composing; listId: string }) {
  const { chat, mode, text, field, suggestions, write, attach, submit, cancel } = composing
  const t = useTranslations('composer')
  const isNote = mode === 'note'
  const name = chatName(chat) ?? t('customer')
  const hasSuggestions = suggestions.items.length > 0

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing || suggestions.handleKey(event)) return
    if (composing.canFormat && field.handleKey(event)) return
    if (event.key === 'Enter' && event.shiftKey && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (composing.ending) submit({ ends: true })
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      cancel()
    }
  }

  return (
    <textarea
      ref={field.mount}
      className={classes.field}
      dir="auto"
      rows={1}
      data-kept
      value={text}
      placeholder={isNote ? t('notePlaceholder') : t('replyPlaceholder')}
      aria-label={isNote ? t('noteLabel') : t('replyLabel', { name })}
      aria-autocomplete="list"
      aria-controls={hasSuggestions ? listId : undefined}
      aria-activedescendant={hasSuggestions ? suggestionId(listId, suggestions.active) : undefined}
      onChange={(event) => {
        write(event.currentTarget.value)
        field.readCaret()
      }}
      onSelect={field.readCaret}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0) return
        event.preventDefault()
        attach(pasted)
      }}
    />
  )
}

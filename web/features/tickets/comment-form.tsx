import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { FormError } from '../../components/form-error.tsx'
import { api } from '../../lib/api.ts'
import { membersQuery } from '../../lib/members.ts'
import type { Member } from '../../lib/members.ts'
import { SuggestionList, suggestionId } from '../inbox/composer/suggestion-list.tsx'
import { useSuggestions } from '../inbox/composer/use-suggestions.ts'
import { useTextField } from '../inbox/composer/use-text-field.ts'
import classes from './ticket-activity.module.css'
import { refetchActivity } from './ticket-data.ts'

/** A comment to edit; `mentions` are memberships. */
type EditedComment = { id: string; text: string; mentions: string[] }

/**
 * The field that writes a comment on a ticket, or edits one. After `@` it suggests members to mention, who are read from
 * the text when it is saved.
 */
export function CommentForm(props: {
  ticketId: string
  edited?: EditedComment
  onDone?: () => void
}) {
  const { ticketId, edited, onDone } = props
  const t = useTranslations('tickets.activity')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const { data: members = [] } = useQuery(membersQuery)
  const [text, setText] = useState(edited?.text ?? '')
  const listId = useId()
  const field = useTextField(text, setText)
  const suggestions = useSuggestions({ chat: null, isNote: true, text, field })
  const save = useMutation({
    mutationFn: () => {
      const body = { text: text.trim(), mentions: findMentions(text, members, edited?.mentions) }
      return edited
        ? api.patch(`/api/v1/ticket-comments/${edited.id}`, body)
        : api.post(`/api/v1/tickets/${ticketId}/comments`, body)
    },
    onSuccess: () => {
      setText('')
      refetchActivity(queries, [ticketId])
      onDone?.()
    },
  })
  const submit = () => {
    if (text.trim() && !save.isPending) save.mutate()
  }
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SuggestionList id={listId} suggestions={suggestions} />
      <textarea
        ref={field.mount}
        dir="auto"
        rows={2}
        value={text}
        maxLength={NOTE_CHARACTERS_MAX}
        placeholder={t('placeholder')}
        aria-label={edited ? t('editLabel') : t('label')}
        aria-autocomplete="list"
        aria-controls={suggestions.items.length > 0 ? listId : undefined}
        aria-activedescendant={
          suggestions.items.length > 0 ? suggestionId(listId, suggestions.active) : undefined
        }
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          field.readCaret()
        }}
        onSelect={field.readCaret}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || suggestions.handleKey(event)) return
          if (field.handleKey(event)) return
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
          if (event.key === 'Escape' && onDone) onDone()
        }}
      />
      <FormError error={save.error} />
      <Group gap="xs" justify={edited ? undefined : 'end'}>
        <Button
          type="submit"
          size="compact-sm"
          loading={save.isPending}
          disabled={text.trim() === ''}
        >
          {edited ? tStates('save') : t('submit')}
        </Button>
        {onDone && (
          <Button variant="default" size="compact-sm" onClick={onDone}>
            {tStates('cancel')}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** Returns the members whom a text mentions. A former member, or one renamed since, stays mentioned. */
function findMentions(text: string, members: Member[], before: string[] = []): string[] {
  const named = members
    .filter(({ name, removed_at }) => removed_at === null && text.includes(`@${name}`))
    .map((member) => member.id)
  const gone = before.filter((id) => !members.some((member) => member.id === id))
  return [...named, ...gone]
}

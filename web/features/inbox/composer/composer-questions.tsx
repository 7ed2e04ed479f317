import { Button, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Avatar } from '../../../components/avatar.tsx'
import { useFindMember } from '../../../lib/members.ts'
import { useTimes } from '../../../lib/use-times.ts'
import { useTypingMembers } from '../presence.ts'
import { showMessage } from '../thread/shown-message.ts'
import classes from './composer.module.css'
import { resolveDraft } from './draft-sync.ts'
import type { Composing } from './use-composer.ts'

/** Shows who else types, and what must be decided before the text is sent: another reply, or another version of the draft. */
export function ComposerQuestions({ composing }: { composing: Composing }) {
  const { draft, answer, mode } = composing
  return (
    <>
      {draft.isConflicted ? (
        <ConflictQuestion composing={composing} />
      ) : mode === 'reply' && answer.item ? (
        <AnswerQuestion composing={composing} />
      ) : (
        <TypingMembers />
      )}
    </>
  )
}

function TypingMembers() {
  const t = useTranslations('composer.others')
  const tActions = useTranslations('inboxActions')
  const findMember = useFindMember()
  const typing = useTypingMembers()
  if (typing.length === 0) return null
  const members = typing.map(({ membershipId: id }) => ({
    id,
    name: findMember(id)?.name ?? tActions('formerMember'),
  }))
  // The header announces it to screen readers.
  return (
    <div className={classes.others}>
      {members.slice(0, 3).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} size="sm" />
      ))}
      <span>
        {t('writing', {
          count: members.length,
          first: members[0]?.name ?? '',
          second: members[1]?.name ?? '',
        })}
      </span>
    </div>
  )
}

function AnswerQuestion({ composing }: { composing: Composing }) {
  const { chat, answer, field, canSend, submit } = composing
  const t = useTranslations('composer.others')
  const tActions = useTranslations('inboxActions')
  const { ago } = useTimes(5_000)
  const findMember = useFindMember()
  const { item } = answer
  if (!item) return null
  const { id } = item.author
  const name = findMember(id)?.name ?? tActions('formerMember')
  return (
    <div className={classes.question} role="alert" data-asks>
      <Avatar id={id ?? ''} name={name} size="sm" />
      <span>{t('replied', { name, time: ago(item.created_at) })}</span>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            answer.see()
            showMessage(chat.id, item.id)
            field.focus()
          }}
        >
          {t('review')}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={!canSend} onClick={() => submit(true)}>
          {t('sendAnyway')}
        </Button>
      </Group>
    </div>
  )
}

function ConflictQuestion({ composing }: { composing: Composing }) {
  const { draftKey, mode, field } = composing
  const t = useTranslations('composer.others')
  const choose = (choice: 'mine' | 'other') => {
    resolveDraft(draftKey, mode, choice)
    field.focus()
  }
  return (
    <div className={classes.question} role="alert" data-asks>
      <span>{t('conflict')}</span>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => choose('other')}>
          {t('useOther')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => choose('mine')}>
          {t('keepMine')}
        </Button>
      </Group>
    </div>
  )
}

import { Button, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { MemberAvatar } from '../../../components/avatar.tsx'
import { useFindMember } from '../../../lib/members.ts'
import { useViewers } from '../presence.ts'
import { AnswerQuestion } from './answer-question.tsx'
import classes from './composer.module.css'
import { resolveDraft } from './draft-sync.ts'
import type { Composing } from './use-composer.ts'

/** Shows who else types, and what must be decided before the text is sent: another reply, or another version of the draft. */
export function ComposerQuestions({ composing }: { composing: Composing }) {
  const { chat, draft, answer, mode, field, canSend, submit } = composing
  return (
    <>
      {draft.isConflicted ? (
        <ConflictQuestion composing={composing} />
      ) : mode === 'reply' && answer.item ? (
        <AnswerQuestion
          chatId={chat.id}
          item={answer.item}
          canSend={canSend}
          onReview={() => {
            answer.see()
            field.focus()
          }}
          onSendAnyway={() => submit({ isAnyway: true })}
        />
      ) : (
        <OtherMembers isReplying={mode === 'reply' && composing.text !== ''} />
      )}
    </>
  )
}

/** Shows who types, and, while the member writes a reply, who reads the conversation. */
function OtherMembers({ isReplying }: { isReplying: boolean }) {
  const t = useTranslations('composer.others')
  const tActions = useTranslations('inboxActions')
  const findMember = useFindMember()
  const viewers = useViewers()
  const typing = viewers.filter(({ typingUntil }) => typingUntil > 0)
  const isTyping = typing.length > 0
  if (!isTyping && (!isReplying || viewers.length === 0)) return null
  const members = (isTyping ? typing : viewers).map(({ membershipId: id }) => ({
    id,
    name: findMember(id)?.name ?? tActions('formerMember'),
  }))
  // The header announces it to screen readers.
  return (
    <div className={classes.others} data-typing={isTyping}>
      {members.slice(0, 3).map(({ id, name }) => (
        <MemberAvatar key={id} id={id} name={name} size="sm" />
      ))}
      <span>
        {t(isTyping ? 'writing' : 'reading', {
          count: members.length,
          first: members[0]?.name ?? '',
          second: members[1]?.name ?? '',
        })}
      </span>
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

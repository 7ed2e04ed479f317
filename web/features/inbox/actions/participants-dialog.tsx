import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MemberFace } from '../../../components/availability/member-face.tsx'
import { useAvailabilityText } from '../../../components/availability/use-availability-text.ts'
import { membersQuery } from '../../../lib/members.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import type { Chat } from '../data/types.ts'
import { isLike, Picker } from './picker.tsx'
import type { ChatActions } from './use-chat-actions.ts'

/** Chooses the members who take part in a conversation besides its assignee. Saves the choice when it is closed. */
export function ParticipantsDialog(props: {
  chat: Chat
  actions: ChatActions
  onClose: () => void
}) {
  const { chat, actions, onClose } = props
  const t = useTranslations('inboxPicker')
  const nameOf = useChatName()
  const toText = useAvailabilityText()
  const { data: members = [] } = useQuery(membersQuery)
  const before = chat.participant_ids
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const close = () => {
    onClose()
    const isSame = chosen.size === before.length && before.every((id) => chosen.has(id))
    if (!isSame) actions.setParticipants(chat, [...chosen])
  }
  return (
    <Picker
      title={t('participantsTitle', { name: nameOf(chat) })}
      placeholder={t('assignSearch')}
      choices={(query) =>
        members
          .filter(
            ({ removed_at, name, email }) =>
              removed_at === null && isLike(`${name} ${email}`, query),
          )
          .map((member) => ({
            id: member.id,
            label: member.name,
            detail: toText(member),
            also: member.email,
            icon: <MemberFace member={member} size="sm" />,
            isChosen: chosen.has(member.id),
            run: () => toggle(member.id),
          }))
      }
      isMany
      footer={
        <Button mt="sm" fullWidth onClick={close}>
          {t('tagDone')}
        </Button>
      }
      onClose={close}
    />
  )
}

import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { membersQuery } from '../../../lib/members.ts'
import type { Chat } from '../data/types.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { chatName } from '../../../lib/display-name.ts'
import { isLike, Picker } from './picker.tsx'
import type { Choice } from './picker.tsx'
import type { ChatActions } from './use-chat-actions.ts'

/** Shows the dialog that assigns a conversation. */
export function AssignDialog(props: { chat: Chat; actions: ChatActions; onClose: () => void }) {
  const { chat, actions, onClose } = props
  const t = useTranslations('inboxActions.picker')
  const tActions = useTranslations('inboxActions')
  const { membership } = useSession()
  const { data: members = [] } = useQuery(membersQuery)
  const present = members
    .filter(({ removed_at }) => removed_at === null)
    .toSorted((a, b) => Number(b.id === membership.id) - Number(a.id === membership.id))
  const choices: Choice[] = [
    ...present.map(({ id, name, email }) => ({
      id,
      label: id === membership.id ? t('me', { name }) : name,
      detail: email,
      icon: <Avatar name={name} id={id} size="sm" />,
      isChosen: chat.assignee_id === id,
      run: () => actions.assign(chat, id),
    })),
    {
      id: 'nobody',
      label: t('nobody'),
      icon: <IconUserOff size={20} aria-hidden />,
      isChosen: chat.assignee_id === null,
      run: () => actions.assign(chat, null),
    },
  ]
  return (
    <Picker
      title={t('assignTitle', { name: chatName(chat) ?? tActions('somebody') })}
      placeholder={t('assignSearch')}
      choices={(query) =>
        choices.filter(({ label, detail = '' }) => isLike(`${label} ${detail}`, query))
      }
      onClose={onClose}
    />
  )
}

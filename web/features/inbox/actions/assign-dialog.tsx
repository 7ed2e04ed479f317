import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { membersQuery } from '../../../lib/members.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { isLike, Picker } from './picker.tsx'
import type { Choice } from './picker.tsx'

/** Chooses the assignee of one conversation, who is `chosenId`, or of several. */
export function AssignDialog(props: {
  title: string
  chosenId?: string | null
  onAssign: (membershipId: string | null) => void
  onClose: () => void
}) {
  const { title, chosenId, onAssign, onClose } = props
  const t = useTranslations('inboxActions.picker')
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
      isChosen: chosenId === id,
      run: () => onAssign(id),
    })),
    {
      id: 'nobody',
      label: t('nobody'),
      icon: <IconUserOff size={20} aria-hidden />,
      isChosen: chosenId === null,
      run: () => onAssign(null),
    },
  ]
  return (
    <Picker
      title={title}
      placeholder={t('assignSearch')}
      choices={(query) =>
        choices.filter(({ label, detail = '' }) => isLike(`${label} ${detail}`, query))
      }
      onClose={onClose}
    />
  )
}

import { IconRobot, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { botsQuery } from '../../../lib/bots.ts'
import { useSession } from '../../../lib/session.ts'
import { membersQuery } from '../../../lib/members.ts'
import { MemberFace } from '../../../components/availability/member-face.tsx'
import { useAvailabilityText } from '../../../components/availability/use-availability-text.ts'
import { isLike, Picker } from './picker.tsx'
import type { Choice } from './picker.tsx'

/** Chooses the assignee of one conversation, who is `chosenId`, or of several; with `isOfMembers` only a member. */
export function AssignDialog(props: {
  title: string
  chosenId?: string | null
  isOfMembers?: boolean
  onAssign: (membershipId: string | null) => void
  onClose: () => void
}) {
  const { title, chosenId, isOfMembers = false, onAssign, onClose } = props
  const t = useTranslations('inboxPicker')
  const toText = useAvailabilityText()
  const { membership } = useSession()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: bots = [] } = useQuery(botsQuery)
  const present = members
    .filter(({ removed_at }) => removed_at === null)
    .toSorted((a, b) => Number(b.id === membership.id) - Number(a.id === membership.id))
  const ofMembers: Choice[] = present.map((member) => ({
    id: member.id,
    label: member.id === membership.id ? t('me', { name: member.name }) : member.name,
    detail: toText(member),
    also: member.email,
    icon: <MemberFace member={member} size="sm" />,
    isChosen: chosenId === member.id,
    run: () => onAssign(member.id),
  }))
  const others: Choice[] = [
    ...bots
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ id, name }) => ({
        id,
        label: name,
        detail: t('bot'),
        icon: <IconRobot size={20} aria-hidden />,
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
  const choices = isOfMembers ? ofMembers : [...ofMembers, ...others]
  return (
    <Picker
      title={title}
      placeholder={t('assignSearch')}
      choices={(query) =>
        choices.filter(({ label, also = '' }) => isLike(`${label} ${also}`, query))
      }
      onClose={onClose}
    />
  )
}

import { IconUsersGroup, IconUsersMinus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { useTeams } from '../../../lib/teams.ts'
import { isLike, Picker } from './picker.tsx'
import type { Choice } from './picker.tsx'

/** Chooses the team of one conversation, which is `chosenId`, or of several. The member's own teams come first. */
export function TeamDialog(props: {
  title: string
  chosenId?: string | null
  onTeam: (teamId: string | null) => void
  onClose: () => void
}) {
  const { title, chosenId, onTeam, onClose } = props
  const t = useTranslations('inboxPicker')
  const own = new Set(useSession().membership.team_ids)
  const teams = useTeams().toSorted((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)))
  const choices: Choice[] = [
    ...teams.map(({ id, name, member_ids: members }) => ({
      id,
      label: name,
      detail: t('teamMembers', { count: members.length }),
      icon: <IconUsersGroup size={20} aria-hidden />,
      isChosen: chosenId === id,
      run: () => onTeam(id),
    })),
    {
      id: 'none',
      label: t('noTeam'),
      icon: <IconUsersMinus size={20} aria-hidden />,
      isChosen: chosenId === null,
      run: () => onTeam(null),
    },
  ]
  return (
    <Picker
      title={title}
      placeholder={t('teamSearch')}
      choices={(query) => choices.filter(({ label }) => isLike(label, query))}
      onClose={onClose}
    />
  )
}

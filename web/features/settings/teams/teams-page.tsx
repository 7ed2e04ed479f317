import { Group } from '@mantine/core'
import { IconArrowsSplit2, IconMoon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Row } from '../../../components/rows.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { TEAMS } from '../../../lib/teams.ts'
import type { Team } from '../../../lib/teams.ts'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { AwayDialog } from '../away/away-dialog.tsx'
import { RowButton, RowButtons } from '../row-buttons.tsx'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'

/** Shows the teams: create, edit, delete. */
export const TeamsPage = adminPage('settings.teams.title', Teams)

function Teams() {
  const t = useTranslations('settings.teams')
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const [assigning, setAssigning] = useState<Team | null>(null)
  const tAssignment = useTranslations('settings.assignment')
  const [awayOf, setAwayOf] = useState<Team | null>(null)
  const tAway = useTranslations('settings.away')
  const [deleting, setDeleting] = useState<Team | null>(null)
  const list = useList<Team>([...TEAMS, 'list'], '/api/v1/teams', { limit: PAGE_SIZE.max })
  const create = useCreateButton('create-team', t('create'), () => setEdited('new'))
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(team) => (
        <Row
          key={team.id}
          title={<CustomerText>{team.name}</CustomerText>}
          sub={
            <>
              <span>{t('memberCount', { count: team.member_ids.length })}</span>
              <span>{t('channelCount', { count: team.channel_ids.length })}</span>
            </>
          }
          tail={
            <Group gap={4} wrap="nowrap">
              <RowButton
                label={tAssignment('open', { name: team.name })}
                icon={<IconArrowsSplit2 size={18} aria-hidden />}
                onClick={() => setAssigning(team)}
              />
              <RowButton
                label={tAway('open', { name: team.name })}
                icon={<IconMoon size={18} aria-hidden />}
                onClick={() => setAwayOf(team)}
              />
              <RowButtons
                editLabel={t('editOf', { name: team.name })}
                deleteLabel={t('deleteOf', { name: team.name })}
                onEdit={() => setEdited(team)}
                onDelete={() => setDeleting(team)}
              />
            </Group>
          }
        />
      )}
    >
      {edited && (
        <TeamDialog team={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {assigning && <AssignmentDialog team={assigning} onClose={() => setAssigning(null)} />}
      {awayOf && <AwayDialog team={awayOf} onClose={() => setAwayOf(null)} />}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={(team) => api.delete(`/api/v1/teams/${team.id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries()}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}

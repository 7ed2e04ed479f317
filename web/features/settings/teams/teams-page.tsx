import { IconArrowsSplit2, IconMoon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { TEAMS } from '../../../lib/teams.ts'
import type { Team } from '../../../lib/teams.ts'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { AwayDialog } from '../away/away-dialog.tsx'
import { RowButton } from '../row-buttons.tsx'
import { EditedListPage } from '../edited-list-page.tsx'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'

/** Shows the teams: create, edit, delete. */
export const TeamsPage = adminPage('settings.teams.title', Teams)

function Teams() {
  const t = useTranslations('settings.teams')
  const tAssignment = useTranslations('settings.assignment')
  const tAway = useTranslations('settings.away')
  const [assigning, setAssigning] = useState<Team | null>(null)
  const [awayOf, setAwayOf] = useState<Team | null>(null)
  const list = useList<Team>([...TEAMS, 'list'], '/api/v1/teams', { limit: PAGE_SIZE.max })
  return (
    <EditedListPage
      t={t}
      command="create-team"
      path="/api/v1/teams"
      list={list}
      sub={(team) => (
        <>
          <span>{t('memberCount', { count: team.member_ids.length })}</span>
          <span>{t('channelCount', { count: team.channel_ids.length })}</span>
        </>
      )}
      buttons={(team) => (
        <>
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
        </>
      )}
      dialog={(team, onClose) => <TeamDialog team={team} onClose={onClose} />}
      refresh={() => void queryClient.invalidateQueries()}
    >
      {assigning && <AssignmentDialog team={assigning} onClose={() => setAssigning(null)} />}
      {awayOf && <AwayDialog team={awayOf} onClose={() => setAwayOf(null)} />}
    </EditedListPage>
  )
}

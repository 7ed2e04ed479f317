import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { MACROS } from '../../../lib/rules.ts'
import type { Macro } from '../../../lib/rules.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import { useList } from '../../../lib/use-list.ts'
import { EditedListPage } from '../edited-list-page.tsx'
import { MacroDialog } from './macro-dialog.tsx'

/** Shows the macros that the member has: create, edit, delete. */
export function MacrosPage() {
  const t = useTranslations('settings.macros')
  const findTeam = useFindTeam()
  const list = useList<Macro>([...MACROS, 'list'], '/api/v1/macros', { limit: PAGE_SIZE.max })
  const ownerOf = (macro: Macro) =>
    macro.member_id === null ? (findTeam(macro.team_id)?.name ?? t('all')) : t('own')
  return (
    <EditedListPage
      t={t}
      command="create-macro"
      path="/api/v1/macros"
      list={list}
      sub={(macro) => (
        <>
          <span>{ownerOf(macro)}</span>
          <span>{t('uses', { count: macro.uses })}</span>
        </>
      )}
      dialog={(macro, onClose) => <MacroDialog macro={macro} onClose={onClose} />}
      refresh={() => void queryClient.invalidateQueries({ queryKey: MACROS })}
    />
  )
}

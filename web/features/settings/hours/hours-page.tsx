import { Button } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { untilTime, useToday } from '../../../lib/day.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { AwayDialog } from '../away/away-dialog.tsx'
import { EditedListPage } from '../edited-list-page.tsx'
import { dateWords } from './day-words.ts'
import { HoursDialog } from './hours-dialog.tsx'
import { HOURS } from './hours-query.ts'
import type { Hours } from './hours-query.ts'

/** How long before the last dated exception the page asks for the next ones. */
const RUNS_OUT_MS = 60 * 86_400_000

/** Shows the business hours: create, edit, delete; and the away reply of what has no team. */
export const HoursPage = adminPage('settings.hours.title', HoursList)

function HoursList() {
  const t = useTranslations('settings.hours')
  const tAway = useTranslations('settings.away')
  const [isAwayOpen, setAwayOpen] = useState(false)
  const list = useList<Hours>([...HOURS, 'list'], '/api/v1/business-hours', {
    limit: PAGE_SIZE.max,
  })
  return (
    <EditedListPage
      t={t}
      command="create-business-hours"
      path="/api/v1/business-hours"
      list={list}
      actions={
        <Button
          variant="default"
          leftSection={<IconMoon size={16} aria-hidden />}
          onClick={() => setAwayOpen(true)}
        >
          {tAway('openGeneral')}
        </Button>
      }
      sub={(hours) => <State hours={hours} />}
      dialog={(hours, onClose) => <HoursDialog hours={hours} onClose={onClose} />}
      refresh={() => void queryClient.invalidateQueries()}
    >
      {isAwayOpen && <AwayDialog team={null} onClose={() => setAwayOpen(false)} />}
    </EditedListPage>
  )
}

/** Shows whether it is open, in which zone, the next days with other hours, and whether they run out. */
function State({ hours }: { hours: Hours }) {
  const t = useTranslations('settings.hours')
  const locale = useLocale()
  const lastDate = hours.exceptions
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .at(-1)
  const next = hours.next_exceptions.map(({ date, label }) =>
    t('nextDay', { date: dateWords(date, locale), label }),
  )
  const today = useToday()
  const until = hours.next_opening_at
  return (
    <>
      {hours.is_default && <span>{t('default')}</span>}
      <span>{hours.time_zone}</span>
      <span>
        {hours.is_open
          ? t('openNow')
          : until
            ? t('closedUntil', { time: untilTime(until, today, locale) })
            : t('closedLong')}
      </span>
      {next.length > 0 && <span>{t('next', { days: next.join(', ') })}</span>}
      {lastDate !== undefined && Date.parse(lastDate) < Date.now() + RUNS_OUT_MS && (
        <span role="note">{t('runsOut', { date: dateWords(lastDate, locale) })}</span>
      )}
    </>
  )
}

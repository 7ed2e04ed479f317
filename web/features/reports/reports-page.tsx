import { Button, Tabs, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'use-intl'
import { Page } from '../../components/page.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { Board } from './board.tsx'
import { BotReport } from './bot-report.tsx'
import { CostReport } from './cost-report.tsx'
import { CsatReport } from './csat-report.tsx'
import { DeliveryReport } from './delivery-report.tsx'
import { LeadReport } from './lead-report.tsx'
import { MessageReport } from './message-report.tsx'
import { RangeChooser } from './range-chooser.tsx'
import { toRange } from './range.ts'
import { ReportFilters } from './report-filters.tsx'
import classes from './reports.module.css'
import { ResponseReport } from './response-report.tsx'
import { REPORTS, useReportSearch } from './search.ts'
import type { ReportName } from './search.ts'
import { SchedulesDialog } from './schedules-dialog.tsx'
import { SlaReport } from './sla-report.tsx'
import { TicketReport } from './ticket-report.tsx'
import { WorkReport } from './work-report.tsx'
import { useReportChoices } from './use-report-choices.ts'
import { toFilters, useReportQuery } from './use-report.ts'
import { dateFormat } from '../../lib/day.ts'

const VIEWS = {
  messages: MessageReport,
  responses: ResponseReport,
  sla: SlaReport,
  work: WorkReport,
  now: Board,
  bots: BotReport,
  csat: CsatReport,
  tickets: TicketReport,
  leads: LeadReport,
  costs: CostReport,
  deliveries: DeliveryReport,
}

/** Shows the workspace's reports for a chosen time range: plots, tables and downloads. */
export function ReportsPage() {
  const t = useTranslations('reports')
  const zoneName = useZoneName()
  const [search, change] = useReportSearch()
  const report = search.report ?? 'messages'
  const range = toRange(search, new Date())
  const query = useReportQuery(report, search, range)
  const words = useFormatter().dateTimeRange(dayAt(range.from), dayAt(range.to), {
    dateStyle: 'long',
  })
  const choices = useReportChoices(report)
  const [isScheduling, setIsScheduling] = useState(false)
  const View = VIEWS[report]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const active = list.current?.querySelector('[aria-selected="true"]')
    active?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [report])
  return (
    <Page
      title={t('title')}
      width="full"
      actions={
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => setIsScheduling(true)}
        >
          {t('schedules.open')}
        </Button>
      }
    >
      <Tabs
        value={report}
        onChange={(name) => change({ report: (name ?? 'messages') as ReportName })}
        keepMounted={false}
      >
        <Tabs.List ref={list} className={classes.tabs} aria-label={t('title')}>
          {REPORTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={report} pt="md">
          {/* A filter that comes later would move the figures. */}
          {choices.isLoading ? (
            <LoadingRows />
          ) : (
            <>
              {report !== 'now' && (
                <>
                  <div
                    key={report}
                    className={classes.fields}
                    role="group"
                    aria-label={t('choose')}
                  >
                    <RangeChooser
                      hasBuckets={report !== 'work'}
                      search={search}
                      range={range}
                      onChange={change}
                    />
                    <ReportFilters
                      report={report}
                      search={search}
                      choices={choices}
                      onChange={change}
                    />
                  </div>
                  <Text size="xs" c="dimmed" mt="xs">
                    {t('timeZone', { name: zoneName })}
                  </Text>
                </>
              )}
              <p className={classes.printed}>
                {t(`tabs.${report}`)}
                {report !== 'now' && `: ${words}, ${zoneName}`}
              </p>
              <View query={query} />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
      {isScheduling && (
        <SchedulesDialog
          shown={{ report: report === 'now' ? 'work' : report, filters: toFilters(query) }}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </Page>
  )
}

/** Returns noon of a local day, which is that day in each time zone near it. */
function dayAt(day: string): Date {
  return new Date(`${day}T12:00`)
}

/** Returns the long name of the time zone, such as India Standard Time. */
function useZoneName(): string {
  const timeZone = useTimeZone() ?? 'UTC'
  const format = dateFormat(useLocale(), { timeZone, timeZoneName: 'long' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')
  return name?.value ?? timeZone
}

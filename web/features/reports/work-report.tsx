import { useTranslations } from 'use-intl'
import type { WorkReport as Report } from '#reports/work-schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import { useReport } from './use-report.ts'
import { WorkBeside } from './work-beside.tsx'
import { WORK_FIGURES, WorkTable } from './work-table.tsx'

/** Shows the work of members and teams beside each other, or of channels or tags, against the period before. */
export function WorkReport({ query }: ReportProps) {
  const t = useTranslations('reports.work')
  const report = useReport<Wire<Report>>('work', { ...query, by: query['by'] ?? 'member' })
  return (
    <ReportFrame report={report} isEmpty={({ rows }) => rows.length === 0} emptyText={t('empty')}>
      {(data) => (
        <>
          {data.by === 'member' ? (
            <WorkBeside query={query} figures={WORK_FIGURES} />
          ) : (
            <WorkTable report={data} query={query} figures={WORK_FIGURES} />
          )}
          <DimmedText mt="md" maw="44rem">
            {t('definition')}
          </DimmedText>
        </>
      )}
    </ReportFrame>
  )
}

import { Code } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { CopyButton } from '../../../components/copy-button.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { Problem } from './find-problems.ts'
import { useKindName } from './use-kind-name.ts'

/** The problems whose number is a share, and those whose number is a time in seconds. */
const SHARES: Problem['kind'][] = ['connections', 'bloat']
const TIMES: Problem['kind'][] = ['queueStuck', 'replicaLate', 'transaction', 'backupOld']

/** Shows what needs attention, each with what to do or the command to run. */
export function ProblemList({ problems }: { problems: Problem[] }) {
  const t = useTranslations('settings.instance')
  return (
    <PageSection title={t('attention')}>
      <PlainRows label={t('attention')} none={t('nothing')}>
        {problems.map((problem) => (
          <ProblemRow key={problem.id} problem={problem} />
        ))}
      </PlainRows>
    </PageSection>
  )
}

function ProblemRow({ problem }: { problem: Problem }) {
  const t = useTranslations('settings.instance')
  const kindName = useKindName()
  const format = useFormatter()
  const { kind, name = '', value = 0, command, shard } = problem
  const values = {
    name: kind === 'queueStuck' ? kindName(name) : name,
    count: value,
    value: SHARES.includes(kind)
      ? format.number(value, { style: 'percent', maximumFractionDigits: 0 })
      : TIMES.includes(kind)
        ? formatDuration(Math.floor(value), format)
        : format.number(value),
  }
  return (
    <Row
      wraps
      title={t(`problems.${kind}`, values)}
      sub={
        <>
          {shard !== undefined && <span>{t('onShard', { name: shard })}</span>}
          <span>{t(`hints.${kind}`)}</span>
          {command !== undefined && <Code>{command}</Code>}
        </>
      }
      tail={command !== undefined && <CopyButton value={command} />}
    />
  )
}

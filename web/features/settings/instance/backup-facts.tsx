import { useFormatter, useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { Facts } from '../../../components/facts.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import type { Instance } from './find-problems.ts'

/** Shows the last backup that the command wrote. */
export function BackupFacts({ backup }: { backup: Instance['last_backup'] }) {
  const t = useTranslations('settings.instance.backup')
  const format = useFormatter()
  return (
    <PageSection title={t('title')}>
      {backup ? (
        <Facts
          facts={[
            { label: t('last'), value: <TimeText value={backup.started_at} /> },
            {
              label: t('completeUntil'),
              value: <TimeText value={backup.complete_until} />,
            },
            ...(backup.limitation === null
              ? []
              : [{ label: t('limitation'), value: backup.limitation }]),
            { label: t('size'), value: formatBytes(backup.bytes, format) },
            {
              label: t('contents'),
              value: backup.has_files ? t('withFiles') : t('withoutFiles'),
            },
            { label: t('encrypted'), value: backup.is_encrypted ? t('yes') : t('no') },
          ]}
        />
      ) : (
        <DimmedText>{t('none')}</DimmedText>
      )}
    </PageSection>
  )
}

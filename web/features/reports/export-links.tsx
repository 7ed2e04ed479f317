import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { EXPORT_FORMATS } from '#shared/exports.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { toUrl } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import { downloadConfirmed } from '../../lib/confirmation.ts'

/** Shows links that download what a report counts, each row with its content: as CSV for spreadsheets, as JSON lines for programs. */
export function ExportLinks({ subject, query }: { subject: 'messages' | 'chats'; query: Query }) {
  const t = useTranslations('reports.exports')
  return (
    <Group gap="xs" mt="xl">
      <DimmedText>{t(subject)}</DimmedText>
      {EXPORT_FORMATS.map((format) => (
        <Button
          key={format}
          component="a"
          href={toUrl(`/api/v1/${subject}/export.csv`, { ...query, format })}
          download
          onClick={(event) => void downloadConfirmed(event)}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t('download', { subject: t(subject), format: t(format) })}
        >
          {t(format)}
        </Button>
      ))}
    </Group>
  )
}

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import type { Query } from '../../lib/api.ts'
import type { Selection } from '../../lib/selection.ts'
import { useExport } from './use-export.ts'

/** Shows the button that downloads the selected rows as CSV. */
export function ExportButton(props: {
  subject: BulkSubject
  selection: Selection
  filters: Query
}) {
  const { subject, selection, filters } = props
  const t = useTranslations('bulk')
  const download = useExport(subject, selection, filters)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!download}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={download ?? undefined}
    >
      {t('export')}
    </Button>
  )
}

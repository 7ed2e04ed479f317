import { Button, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { IMPORT_REJECTIONS } from '#shared/contacts.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { api } from '../../lib/api.ts'
import { useLanguage } from '../../lib/intl.tsx'
import type { Page } from '../../lib/wire.ts'
import type { Import, ImportReject } from './contact-data.ts'
import classes from './contacts.module.css'

const SHOWN = 20

/** Shows the first rows that an import rejected with their errors, and a download of all of them. */
export function ImportRejects({ run }: { run: Import }) {
  const t = useTranslations('contacts.imports')
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['contacts', 'imports', 'rejects', run.id, run.status],
    queryFn: ({ signal }) =>
      api.get<Page<ImportReject>>(`/api/v1/imports/${run.id}/rejects`, { limit: SHOWN }, signal),
    enabled: run.status !== 'running',
  })
  return (
    <section aria-labelledby="rejects">
      <Title order={2} id="rejects" mb="xs">
        {t('rejectsTitle')}
      </Title>
      <Text size="sm" mb="sm">
        {t('rejectsText')}
      </Text>
      <Button
        variant="default"
        component="a"
        href={`/api/v1/imports/${run.id}/rejects.csv?language=${language}`}
        download="rejected-rows.csv"
        leftSection={<IconDownload size={16} aria-hidden />}
        mb="md"
      >
        {t('download')}
      </Button>
      <ol className={classes.plainList}>
        {data?.data.map(({ row_number, code, message, cells }) => {
          const known = IMPORT_REJECTIONS.find((each) => each === code)
          return (
            <li key={row_number}>
              <strong>{t('row', { number: row_number })}</strong>:{' '}
              {known ? t(`problems.${known}`) : message}
              <div className={classes.sub}>
                <CustomerText>{cells.join(' · ').slice(0, 300)}</CustomerText>
              </div>
            </li>
          )
        })}
      </ol>
      {data?.next_cursor && <DimmedText mt="sm">{t('moreRejects')}</DimmedText>}
    </section>
  )
}

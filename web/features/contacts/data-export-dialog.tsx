import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { DataExport as DataExportShape } from '#data-exports/schema.ts'
import { useContactName } from '../../components/contact-name.tsx'
import { useAction } from '../../components/use-action.ts'
import { QueryState } from '../../components/query-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import { downloadConfirmed } from '../../lib/confirmation.ts'
import type { ContactDetail } from '../../lib/contacts.ts'
import type { Page, Wire } from '../../lib/wire.ts'

type DataExport = Wire<DataExportShape>

/** How often a running export is read again. */
const POLL_MS = 1_000

/** The dialog that exports all data of a contact and downloads the archive. */
export function DataExportDialog(props: { person: ContactDetail; onClose: () => void }) {
  const t = useTranslations('contacts.dataExport')
  const { person } = props
  const name = useContactName()(person)
  const queries = useQueryClient()
  const queryKey = ['contacts', 'data-exports', person.id]
  const exports = useQuery({
    queryKey,
    queryFn: () =>
      api.get<Page<DataExport>>(`/api/v1/data-exports?contact_id=${person.id}&limit=1`),
    refetchInterval: ({ state }) => (state.data?.data[0]?.status === 'running' ? POLL_MS : false),
  })
  const start = useAction({
    run: () => api.post<DataExport>(`/api/v1/contacts/${person.id}/data-export`, {}),
    failed: t('failed'),
    onDone: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <Modal opened onClose={props.onClose} title={t('title', { name })}>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        {exports.data ? (
          <Latest
            latest={exports.data.data[0]}
            isStarting={start.isPending}
            onStart={() => start.mutate()}
          />
        ) : (
          <QueryState query={exports} />
        )}
      </Stack>
    </Modal>
  )
}

function Latest(props: {
  latest: DataExport | undefined
  isStarting: boolean
  onStart: () => void
}) {
  const t = useTranslations('contacts.dataExport')
  const { latest } = props
  if (latest?.status === 'running')
    return (
      <Group gap="xs" role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t('running')}</Text>
      </Group>
    )
  const isReady = latest?.status === 'completed'
  return (
    <>
      {isReady && (
        <Text size="sm" role="status">
          {t.rich('ready', { time: () => <TimeText value={latest.expires_at} /> })}
        </Text>
      )}
      {latest?.status === 'canceled' && <Text size="sm">{t('canceled')}</Text>}
      <Group justify="end" gap="xs">
        <Button
          variant={isReady ? 'default' : 'filled'}
          loading={props.isStarting}
          onClick={props.onStart}
        >
          {isReady ? t('again') : t('start')}
        </Button>
        {isReady && (
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            renderRoot={(given) => (
              <a
                href={`/api/v1/data-exports/${latest.id}/download`}
                download={`contact-${latest.contact_id}.tar.gz`}
                {...given}
                onClick={(event) => void downloadConfirmed(event)}
              />
            )}
          >
            {t('download')}
          </Button>
        )}
      </Group>
    </>
  )
}

import { Button, FileButton, Group, Loader, Text, Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { Page } from '../../components/page.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import { useList } from '../../lib/use-list.ts'
import { Notice } from '../../components/notice.tsx'
import type { Import } from './contact-data.ts'
import classes from './contacts.module.css'

/** Shows the upload of a contact file, and earlier imports. */
export function ImportPage() {
  const t = useTranslations('contacts.imports')
  const tContacts = useTranslations('contacts')
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return api.post<Import>('/api/v1/imports', form)
    },
    onSuccess: ({ id }) =>
      void navigate({ to: '/contacts/import/$importId', params: { importId: id } }),
  })
  const importFile = (file: File | null | undefined) => {
    if (file && !upload.isPending) upload.mutate(file)
  }
  return (
    <Page title={t('title')} back={{ to: '/contacts', label: tContacts('back') }} width="text">
      <Text size="sm" mb="md">
        {t('intro')}
      </Text>
      <div
        className={classes.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          importFile(event.dataTransfer.files[0])
        }}
      >
        {upload.isPending ? (
          <Group role="status" gap="xs">
            <Loader size="sm" />
            <CustomerText>{t('uploading', { name: upload.variables.name })}</CustomerText>
          </Group>
        ) : (
          <>
            <IconFileImport size={32} stroke={1.5} aria-hidden />
            <Text size="sm">
              {t('drop')} {t('or')}
            </Text>
            <FileButton onChange={importFile} accept=".csv,.tsv,.txt,text/csv">
              {(props) => <Button {...props}>{t('choose')}</Button>}
            </FileButton>
            <DimmedText>{t('limits')}</DimmedText>
          </>
        )}
      </div>
      {upload.error && (
        <Notice tone="bad" title={t('uploadFailed')} isAlert>
          {upload.error.message}
        </Notice>
      )}
      <Recent />
    </Page>
  )
}

function Recent() {
  const t = useTranslations('contacts.imports')
  const tStates = useTranslations('states')
  const list = useList<Import>(['contacts', 'imports'], '/api/v1/imports', {
    limit: 10,
    staleMs: 30_000,
  })
  if (list.isPending) return <LoadingRows count={3} />
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.rows.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <Title order={2} id="recent" mt="xl" mb="sm">
        {t('recent')}
      </Title>
      <ul className={classes.plainList}>
        {list.rows.map((each) => (
          <li key={each.id}>
            <TextLink fw={600} to={`/contacts/import/${each.id}`}>
              <CustomerText>{each.filename}</CustomerText>
            </TextLink>
            <div className={classes.quiet}>
              {t(`statuses.${each.status}`)} · {t('rows', { count: each.row_count })} ·{' '}
              <TimeText value={each.created_at} />
            </div>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button mt="sm" variant="default" onClick={list.readMore} loading={list.isReadingMore}>
          {tStates('more')}
        </Button>
      )}
    </section>
  )
}

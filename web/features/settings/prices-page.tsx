import { Button, FileButton, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PriceList, PriceListDetail } from '#pricing/schema.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { notifyDone } from '../../components/notify.ts'
import { ListPage } from '../../components/list-page.tsx'
import { Row } from '../../components/rows.tsx'
import { SubmitButtons } from '../../components/submit-buttons.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { ParleyError } from '#client/core.ts'
import { api, toUrl } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useList } from '../../lib/use-list.ts'
import { useMoney } from '../../lib/use-money.ts'
import type { Wire } from '../../lib/wire.ts'
import { adminPage } from './admin-page.tsx'
import { useTimes } from '../../lib/use-times.ts'

type List = Wire<PriceList>
type Detail = Wire<PriceListDetail>

/** Shows the workspace's price lists: upload, view, download, delete. */
export const PricesPage = adminPage('settings.prices.title', Prices)

function Prices() {
  const t = useTranslations('settings.prices')
  const { toUtcDay } = useTimes()
  const [file, setFile] = useState<File | null>(null)
  const [shown, setShown] = useState<List | null>(null)
  const [deleting, setDeleting] = useState<List | null>(null)
  const list = useList<List>(['price-lists', 'list'], '/api/v1/price-lists')
  const dateOf = ({ valid_from: from }: List) => toUtcDay(from)
  const upload = (
    <FileButton onChange={setFile} accept=".csv,.tsv,.txt,text/csv">
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
          {t('upload')}
        </Button>
      )}
    </FileButton>
  )
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && upload}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: upload }}
      row={(each) => (
        <Row
          key={each.id}
          wraps
          title={t('from', { date: dateOf(each) })}
          sub={
            <>
              <span>{t('prices', { count: each.price_count, currency: each.currency })}</span>
              <CustomerText>{each.filename}</CustomerText>
            </>
          }
          tail={
            <Group gap={4} wrap="nowrap">
              <Button variant="default" size="xs" onClick={() => setShown(each)}>
                {t('view')}
              </Button>
              <IconButton
                label={t('downloadOf', { date: dateOf(each) })}
                onClick={() =>
                  window.location.assign(toUrl(`/api/v1/price-lists/${each.id}/prices.csv`))
                }
              >
                <IconDownload size={18} aria-hidden />
              </IconButton>
              <IconButton
                label={t('deleteOf', { date: dateOf(each) })}
                onClick={() => setDeleting(each)}
              >
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </Group>
          }
        />
      )}
    >
      {file && <UploadDialog file={file} onClose={() => setFile(null)} />}
      {shown && (
        <Modal
          opened
          onClose={() => setShown(null)}
          title={t('from', { date: dateOf(shown) })}
          size="56rem"
        >
          <PriceTable list={shown} />
        </Modal>
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle')}
        text={t('deleteText', { date: deleting ? dateOf(deleting) : '' })}
        confirmLabel={t('delete')}
        isDangerous
        run={({ id }) => api.delete(`/api/v1/price-lists/${id}`)}
        done={t('deleted')}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries()}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}

/** Asks for what the file may lack, and shows the faults of its rows. */
function UploadDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTranslations('settings.prices')
  const form = useForm({ initialValues: { validFrom: '', currency: '' } })
  const upload = useMutation({
    mutationFn: ({ validFrom, currency }: typeof form.values) => {
      const body = new FormData()
      body.append('file', file)
      const query = { valid_from: validFrom, currency: currency.trim().toUpperCase() }
      return api.post<List>(toUrl('/api/v1/price-lists', query), body)
    },
    onSuccess: () => {
      void queryClient.invalidateQueries()
      notifyDone(t('uploaded'))
      onClose()
    },
  })
  const { error } = upload
  const faults =
    error instanceof ParleyError ? error.errors.filter(({ field }) => field === 'file') : []
  return (
    <Modal opened onClose={onClose} title={t('uploadTitle')}>
      <form onSubmit={form.onSubmit((values) => upload.mutate(values))}>
        <Stack>
          <Text size="sm">
            <CustomerText>{file.name}</CustomerText>
          </Text>
          {error && (
            <Notice tone="bad" title={t('uploadFailed')} isAlert>
              {faults.length > 1 ? (
                <ul style={{ margin: 0, maxHeight: '14rem', overflow: 'auto' }}>
                  {faults.map(({ message }) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              ) : (
                error.message
              )}
            </Notice>
          )}
          <TextInput
            type="date"
            label={t('validFrom')}
            description={t('validFromHint')}
            data-autofocus
            {...form.getInputProps('validFrom')}
          />
          <TextInput
            label={t('currency')}
            description={t('currencyHint')}
            maxLength={3}
            placeholder="USD"
            {...form.getInputProps('currency')}
          />
          <SubmitButtons label={t('upload')} isPending={upload.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

function PriceTable({ list }: { list: List }) {
  const t = useTranslations('settings.prices')
  const money = useMoney()
  const any = useTranslations('reports.costs') as unknown as {
    has: (key: string) => boolean
  } & ((key: string) => string)
  const detail = useQuery({
    queryKey: ['price-lists', list.id],
    queryFn: ({ signal }) => api.get<Detail>(`/api/v1/price-lists/${list.id}`, {}, signal),
  })
  if (detail.isError)
    return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <LoadingRows />
  const { markets, currency } = detail.data
  const categories = [...new Set(markets.flatMap(({ prices }) => Object.keys(prices)))].toSorted()
  return (
    <Table.ScrollContainer minWidth={320} maxHeight="70vh">
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('market')}</Table.Th>
            {categories.map((name) => (
              <Table.Th key={name} scope="col" ta="end">
                {any.has(`categories.${name}`) ? any(`categories.${name}`) : name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {markets.map(({ market, countries, prices }) => (
            <Table.Tr key={market}>
              <Table.Th scope="row" fw={400}>
                <CustomerText>{market}</CustomerText>
                {countries.length > 1 && (
                  <Text size="xs" c="dimmed">
                    {t('countries', { count: countries.length })}
                  </Text>
                )}
              </Table.Th>
              {categories.map((name) => (
                <Table.Td key={name} ta="end">
                  {prices[name] === undefined
                    ? '–'
                    : money({ amount: prices[name], currency }, { isExact: true })}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

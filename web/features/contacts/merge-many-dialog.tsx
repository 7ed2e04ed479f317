import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { ContactName } from '../../components/contact-name.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import type { Contact } from '../../lib/contacts.ts'
import { formatPhone } from '../../lib/format-phone.ts'
import { useTimes } from '../../lib/use-times.ts'
import type { Page } from '../../lib/wire.ts'

/** The dialog that chooses which of several contacts stays when they are merged. */
export function MergeManyDialog(props: {
  ids: string[]
  onMerge: (survivorId: string) => void
  onClose: () => void
}) {
  const { ids, onMerge, onClose } = props
  const t = useTranslations('bulk')
  const tStates = useTranslations('states')
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useQuery({
    // Not under `contacts`, which is refetched while they are merged.
    queryKey: ['merge-many', ids],
    queryFn: ({ signal }) =>
      api.get<Page<Contact>>(
        '/api/v1/contacts',
        { ids: ids.join(','), sort: 'created', limit: ids.length },
        signal,
      ),
    staleTime: 0,
  })
  if (isPending || error)
    return (
      <Modal opened onClose={onClose} title={t('mergeTitle', { count: ids.length })}>
        <QueryState query={{ error, refetch }} loading={<LoadingRows count={3} />} />
      </Modal>
    )
  // The contact that exists for the longest time is the last one of the list.
  const survivor = chosen ?? data.data.at(-1)?.id
  return (
    <Modal opened onClose={onClose} title={t('mergeTitle', { count: ids.length })}>
      <Stack>
        <Radio.Group label={t('mergeKeep')} value={survivor ?? null} onChange={setChosen}>
          <Stack gap="sm" mt="xs">
            {data.data.map((contact) => (
              <Radio
                key={contact.id}
                value={contact.id}
                label={<ContactName person={contact} />}
                description={<Facts contact={contact} />}
              />
            ))}
          </Stack>
        </Radio.Group>
        <DimmedText>{t('mergeText')}</DimmedText>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tStates('cancel')}
          </Button>
          <Button onClick={() => survivor && onMerge(survivor)} disabled={!survivor} data-autofocus>
            {t('merge')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Shows what tells contacts of the same name apart. */
function Facts({ contact }: { contact: Contact }) {
  const t = useTranslations('bulk')
  const { toDay } = useTimes()
  const { phone_e164: phone, email, created_at: createdAt } = contact
  return (
    <>
      {[phone && formatPhone(phone), email, t('mergeCreated', { date: toDay(createdAt) })]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}

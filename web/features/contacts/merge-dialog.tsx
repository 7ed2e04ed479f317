import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { refetchLists } from './contact-data.ts'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'
import type { Merge, MergePreview } from './contact-data.ts'
import classes from './contacts.module.css'
import { useContactName } from '../../components/contact-name.tsx'
import { ContactPicker } from '../../components/contact-picker.tsx'
import { useUndoMerge } from './use-undo-merge.ts'

const SIDES = ['this', 'other'] as const

/**
 * The dialog that merges another contact into `person`: it chooses the contact, previews the merge, and chooses values
 * where both differ.
 */
export function MergeDialog(props: {
  person: ContactDetail
  otherId?: string | undefined
  onClose: () => void
}) {
  const { person, onClose } = props
  const t = useTranslations('contacts.mergeDialog')
  const toName = useContactName()
  const [otherId, setOtherId] = useState(props.otherId)
  return (
    <Modal opened onClose={onClose} size="lg" title={t('title', { name: toName(person) })}>
      {otherId === undefined ? (
        <Pick person={person} onPick={(other) => setOtherId(other.id)} />
      ) : (
        <Preview
          person={person}
          otherId={otherId}
          onBack={() => setOtherId(undefined)}
          onDone={onClose}
        />
      )}
    </Modal>
  )
}

function Pick({ person, onPick }: { person: ContactDetail; onPick: (other: Contact) => void }) {
  const t = useTranslations('contacts.mergeDialog')
  const toName = useContactName()
  return (
    <Stack mih="22rem">
      <Text size="sm" c="dimmed">
        {t('pickHint', { name: toName(person) })}
      </Text>
      <ContactPicker
        label={t('pick')}
        value={null}
        onChange={(other) => other && onPick(other)}
        without={person.id}
        autoFocus
      />
    </Stack>
  )
}

function Preview(props: {
  person: ContactDetail
  otherId: string
  onBack: () => void
  onDone: () => void
}) {
  const { person, otherId, onBack, onDone } = props
  const t = useTranslations('contacts.mergeDialog')
  const tStates = useTranslations('states')
  const toName = useContactName()
  const queries = useQueryClient()
  const undo = useUndoMerge()
  const id = useId()
  const [choices, setChoices] = useState<Record<string, 'this' | 'other'>>({})
  const preview = useQuery({
    // Not under `contacts`, which is refetched after the merge: a preview of merged contacts would fail.
    queryKey: ['merge-preview', person.id, otherId],
    queryFn: ({ signal }) =>
      api.get<MergePreview>(
        `/api/v1/contacts/${person.id}/merge-preview`,
        { other_id: otherId },
        signal,
      ),
    staleTime: 0,
  })
  const merge = useMutation({
    mutationFn: () =>
      api.post<Merge>(`/api/v1/contacts/${person.id}/merge`, {
        other_id: otherId,
        fields: choices,
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['contacts'] })
      void queries.invalidateQueries({ queryKey: ['tickets'] })
      refetchLists(queries)
      notifyDone(t('done'), { label: tStates('undo'), run: () => undo.mutate(id) })
      onDone()
    },
    onError: (err) => notifyError(t('failed'), err),
  })
  if (preview.isPending) return <LoadingRows count={4} />
  if (preview.error)
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  const { other, moves, fields } = preview.data
  const differing = fields.filter(
    (each) => each.this !== null && each.other !== null && each.this !== each.other,
  )
  const coming = fields.filter((each) => each.this === null && each.other !== null)
  const name = toName(person)
  const toLabel = (field: string) =>
    field.startsWith('fields.') ? (
      <CustomerText>{field.slice('fields.'.length)}</CustomerText>
    ) : (
      t(`fields.${field as 'name'}`)
    )
  return (
    <Stack>
      <Text size="sm">
        {t('moves', {
          name,
          chats: moves.chats,
          tickets: moves.tickets,
          entries: moves.timeline_entries,
        })}
      </Text>
      <Text size="sm">{differing.length > 0 ? t('choose') : t('nothingDiffers')}</Text>
      {differing.length > 0 && (
        <div>
          <div className={classes.sides}>
            {SIDES.map((side) => (
              <strong key={side} id={`${id}-${side}`}>
                <CustomerText>{toName(side === 'this' ? person : other)}</CustomerText>
              </strong>
            ))}
          </div>
          {differing.map((each) => (
            <Radio.Group
              key={each.field}
              className={classes.choice}
              label={toLabel(each.field)}
              value={choices[each.field] ?? each.default}
              onChange={(value) =>
                setChoices((before) => ({ ...before, [each.field]: value as 'this' }))
              }
            >
              <div className={classes.sides}>
                {SIDES.map((side) => (
                  <Radio
                    key={side}
                    value={side}
                    label={<CustomerText>{each[side] ?? t('empty')}</CustomerText>}
                    aria-describedby={`${id}-${side}`}
                  />
                ))}
              </div>
            </Radio.Group>
          ))}
        </div>
      )}
      {coming.length > 0 && (
        <section aria-labelledby={`${id}-coming`}>
          <Text size="sm" fw={600} mb="xs" id={`${id}-coming`}>
            {t('coming')}
          </Text>
          <dl className={classes.facts}>
            {coming.map((each) => (
              <Fragment key={each.field}>
                <dt>{toLabel(each.field)}</dt>
                <dd>
                  <CustomerText>{each.other!}</CustomerText>
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      )}
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button onClick={() => merge.mutate()} loading={merge.isPending} data-autofocus>
          {t('merge')}
        </Button>
      </Group>
    </Stack>
  )
}

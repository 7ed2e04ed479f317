import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useContactName } from '../../components/contact-name.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import type { ContactDetail } from '../../lib/contacts.ts'
import { refetchLists } from './contact-data.ts'
import type { Merge, MergePreview as Preview } from './contact-data.ts'
import classes from './contacts.module.css'
import { useUndoMerge } from './use-undo-merge.ts'

const SIDES = ['this', 'other'] as const

type Side = (typeof SIDES)[number]
type Field = Preview['fields'][number]

/** Shows what a merge moves, and the choice of values where both contacts have one. */
export function MergePreview(props: {
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
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const preview = useQuery({
    // Not under `contacts`, which is refetched after the merge: a preview of merged contacts would fail.
    queryKey: ['merge-preview', person.id, otherId],
    queryFn: ({ signal }) =>
      api.get<Preview>(
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
  const added = fields.filter((each) => each.this === null && each.other !== null)
  return (
    <Stack>
      <Text size="sm">
        {t('moves', {
          name: toName(person),
          chats: moves.chats,
          tickets: moves.tickets,
          entries: moves.timeline_entries,
        })}
      </Text>
      <Text size="sm">{differing.length > 0 ? t('choose') : t('nothingDiffers')}</Text>
      {differing.length > 0 && (
        <ValueChoices
          names={{ this: toName(person), other: toName(other) }}
          fields={differing}
          choices={choices}
          onChoose={(field, side) => setChoices((before) => ({ ...before, [field]: side }))}
        />
      )}
      {added.length > 0 && <AddedValues fields={added} />}
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

function ValueChoices(props: {
  names: Record<Side, string>
  fields: Field[]
  choices: Record<string, Side>
  onChoose: (field: string, side: Side) => void
}) {
  const { names, fields, choices, onChoose } = props
  const t = useTranslations('contacts.mergeDialog')
  const toLabel = useFieldLabel()
  const id = useId()
  return (
    <div>
      <div className={classes.sides}>
        {SIDES.map((side) => (
          <strong key={side} id={`${id}-${side}`}>
            <CustomerText>{names[side]}</CustomerText>
          </strong>
        ))}
      </div>
      {fields.map((each) => (
        <Radio.Group
          key={each.field}
          className={classes.choice}
          label={toLabel(each.field)}
          value={choices[each.field] ?? each.default}
          onChange={(value) => onChoose(each.field, value as Side)}
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
  )
}

function AddedValues({ fields }: { fields: Field[] }) {
  const t = useTranslations('contacts.mergeDialog')
  const toLabel = useFieldLabel()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Text size="sm" fw={600} mb="xs" id={id}>
        {t('coming')}
      </Text>
      <dl className={classes.facts}>
        {fields.map((each) => (
          <Fragment key={each.field}>
            <dt>{toLabel(each.field)}</dt>
            <dd>
              <CustomerText>{each.other!}</CustomerText>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function useFieldLabel(): (field: string) => ReactNode {
  const t = useTranslations('contacts.columns')
  const { fields } = useCustomFields()
  const labels = new Map(fields.map(({ key, label }) => [`fields.${key}`, label]))
  return (field) =>
    field.startsWith('fields.') ? (
      <CustomerText>{labels.get(field) ?? field.slice('fields.'.length)}</CustomerText>
    ) : (
      t(field as 'name')
    )
}

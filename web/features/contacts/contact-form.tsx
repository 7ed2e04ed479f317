import { ActionIcon, Alert, Button, Fieldset, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, ApiError } from '../../lib/api.ts'
import { notifyDone } from '../../components/notify.ts'
import { contactQuery } from '../../lib/contacts.ts'
import { rereadLists } from './contact-data.ts'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'
import { TakenAlert } from './taken-alert.tsx'
import { useContactName } from '../../components/contact-name.tsx'

type Field = { key: number; name: string; value: string }

let keys = 0

/** Adds somebody, or changes who is there already (`person`). */
export function ContactForm(props: {
  person?: ContactDetail
  onClose: () => void
  onSaved: (person: Contact) => void
  onMerge?: (otherId: string) => void
}) {
  const { person, onClose, onSaved, onMerge } = props
  const t = useTranslations('contacts.form')
  const tStates = useTranslations('states')
  const toName = useContactName()
  const queries = useQueryClient()
  const [values, setValues] = useState({
    name: person?.name ?? '',
    phone_e164: person?.phone_e164 ?? '',
    email: person?.email ?? '',
    campaign: person?.campaign ?? '',
  })
  const [fields, setFields] = useState<Field[]>(() =>
    Object.entries(person?.fields ?? {}).map(([name, value]) => ({ key: ++keys, name, value })),
  )
  const save = useMutation({
    mutationFn: () => (person ? update(person, values, fields) : create(values, fields)),
    onSuccess: (saved) => {
      if (person) notifyDone(t('saved'))
      else notifyDone(t(saved.isKnown ? 'known' : 'created', { name: toName(saved.person) }))
      void queries.invalidateQueries(contactQuery(saved.person.id))
      rereadLists(queries)
      onClose()
      onSaved(saved.person)
    },
  })
  const errors = toErrors(save.error)
  const text = (name: keyof typeof values, extra: object = {}) => (
    <TextInput
      label={t(name === 'phone_e164' ? 'phone' : name)}
      value={values[name]}
      onChange={({ currentTarget: { value } }) =>
        setValues((before) => ({ ...before, [name]: value }))
      }
      error={errors[name]}
      maxLength={254}
      {...extra}
    />
  )
  const change = (key: number, some: Partial<Field>) =>
    setFields((before) => before.map((each) => (each.key === key ? { ...each, ...some } : each)))
  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? t('editTitle', { name: toName(person) }) : t('createTitle')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="sm">
          {text('name', { 'data-autofocus': true, maxLength: 200, autoComplete: 'off' })}
          {text('phone_e164', { type: 'tel', description: t('phoneHint'), autoComplete: 'off' })}
          {text('email', { type: 'email', autoComplete: 'off' })}
          {text('campaign', { maxLength: 200 })}
          <Fieldset legend={t('further')} variant="unstyled">
            <Stack gap="xs">
              {fields.map((field) => (
                <Group key={field.key} gap="xs" wrap="nowrap">
                  <TextInput
                    flex={1}
                    aria-label={t('fieldName')}
                    placeholder={t('fieldName')}
                    value={field.name}
                    maxLength={64}
                    onChange={({ currentTarget }) =>
                      change(field.key, { name: currentTarget.value })
                    }
                  />
                  <TextInput
                    flex={1}
                    aria-label={t('fieldValue', { name: field.name })}
                    value={field.value}
                    maxLength={1000}
                    onChange={({ currentTarget }) =>
                      change(field.key, { value: currentTarget.value })
                    }
                  />
                  <ActionIcon
                    aria-label={t('removeField', { name: field.name })}
                    onClick={() => setFields((before) => before.filter((each) => each !== field))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              ))}
              <Group>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() =>
                    setFields((before) => [...before, { key: ++keys, name: '', value: '' }])
                  }
                >
                  {t('addField')}
                </Button>
              </Group>
            </Stack>
          </Fieldset>
          {save.error instanceof ApiError && save.error.code === 'identity_taken' ? (
            <TakenAlert error={save.error} onMerge={onMerge} />
          ) : (
            save.error &&
            Object.keys(errors).length === 0 && (
              <Alert color="red" role="alert" c="var(--mantine-color-text)">
                {save.error.message}
              </Alert>
            )
          )}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {person ? t('save') : t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type Values = Record<'name' | 'phone_e164' | 'email' | 'campaign', string>
type Saved = { person: Contact; isKnown: boolean }

function toFields(fields: Field[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) =>
      name.trim() && value.trim() ? [[name.trim(), value.trim()]] : [],
    ),
  )
}

async function create(values: Values, fields: Field[]): Promise<Saved> {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '')
  const body = Object.fromEntries(given.map(([name, value]) => [name, value.trim()]))
  const person = await api.post<Contact & { matched_by: string | null }>('/api/v1/contacts', {
    ...body,
    source: 'manual',
  })
  const further = toFields(fields)
  if (Object.keys(further).length > 0)
    await api.patch(`/api/v1/contacts/${person.id}`, { fields: further })
  return { person, isKnown: person.matched_by !== null }
}

async function update(person: ContactDetail, values: Values, fields: Field[]): Promise<Saved> {
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const next = value.trim() || null
    return next === person[name as keyof Values] ? [] : [[name, next]]
  })
  const further = toFields(fields)
  const gone = Object.keys(person.fields).filter((name) => !(name in further))
  const saved = await api.patch<ContactDetail>(`/api/v1/contacts/${person.id}`, {
    ...Object.fromEntries(changed),
    fields: { ...further, ...Object.fromEntries(gone.map((name) => [name, null])) },
  })
  return { person: saved, isKnown: true }
}

function toErrors(err: Error | null): Record<string, string> {
  if (!(err instanceof ApiError)) return {}
  return Object.fromEntries(err.fields.map(({ field, message }) => [field.split('.')[0]!, message]))
}

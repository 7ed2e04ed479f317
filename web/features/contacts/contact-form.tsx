import { Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { useContactName } from '../../components/contact-name.tsx'
import { CustomFieldInput } from '../../components/custom-field-input.tsx'
import { FormError } from '../../components/form-error.tsx'
import { notifyDone } from '../../components/notify.ts'
import { SubmitButtons } from '../../components/submit-buttons.tsx'
import { ParleyError } from '#client/core.ts'
import { contactQuery } from '../../lib/contacts.ts'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { toFieldErrors } from '../../lib/to-field-errors.ts'
import { refetchLists } from './contact-data.ts'
import { FieldRows } from './field-rows.tsx'
import { LanguageSelect } from './language-select.tsx'
import { saveContact, toContactValues } from './save-contact.ts'
import type { ContactValues } from './save-contact.ts'
import { TakenAlert } from './taken-alert.tsx'

type FormProps = {
  person?: ContactDetail
  onClose: () => void
  onSaved: (person: Contact) => void
  onMerge?: (otherId: string) => void
}

/**
 * The dialog that creates a contact, or edits `person`. It opens at once, for those who type at once; the custom fields follow
 * when their definitions are known.
 */
export function ContactForm({ person, onClose, onSaved, onMerge }: FormProps) {
  const t = useTranslations('contacts.form')
  const toName = useContactName()
  const queries = useQueryClient()
  const { fields, isPending } = useCustomFields()
  const [definitions, setDefinitions] = useState(isPending ? undefined : fields)
  const form = useForm({ initialValues: toContactValues(person, definitions ?? []) })
  useEffect(() => {
    if (definitions || isPending) return
    const { custom, fields: others } = toContactValues(person, fields)
    form.setValues({ custom, fields: others })
    setDefinitions(fields)
  }, [definitions, isPending, fields, form, person])
  const save = useMutation({
    mutationFn: (values: typeof form.values) => saveContact(values, person),
    onSuccess: ({ contact, isKnown }) => {
      if (person) notifyDone(t('saved'))
      else notifyDone(t(isKnown ? 'known' : 'created', { name: toName(contact) }))
      void queries.invalidateQueries(contactQuery(contact.id))
      refetchLists(queries)
      onClose()
      onSaved(contact)
    },
    onError: (err) => form.setErrors(toErrors(err, form.values)),
  })
  const isTaken = save.error instanceof ParleyError && save.error.code === 'identity_taken'
  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? t('editTitle', { name: toName(person) }) : t('createTitle')}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="sm">
          <TextInput
            label={t('name')}
            maxLength={CONTACT_CHARACTERS_MAX.name}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('phone')}
            description={t('phoneHint')}
            type="tel"
            maxLength={CONTACT_CHARACTERS_MAX.phone_e164}
            autoComplete="off"
            {...form.getInputProps('phoneE164')}
          />
          <TextInput
            label={t('email')}
            type="email"
            maxLength={CONTACT_CHARACTERS_MAX.email}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('campaign')}
            maxLength={CONTACT_CHARACTERS_MAX.campaign}
            {...form.getInputProps('campaign')}
          />
          <LanguageSelect
            label={t('language')}
            none={t('noLanguage')}
            value={form.values.language}
            onChange={(language) => form.setFieldValue('language', language)}
          />
          {definitions && (
            <FieldRows form={form}>
              {definitions.map((field, index) => (
                <CustomFieldInput
                  key={field.id}
                  field={field}
                  value={form.values.custom[index]!.value}
                  error={form.errors[`custom.${index}.value`]}
                  onChange={(value) => form.setFieldValue(`custom.${index}.value`, value)}
                />
              ))}
            </FieldRows>
          )}
          {isTaken ? (
            <TakenAlert error={save.error as ParleyError} onMerge={onMerge} />
          ) : (
            <FormError error={save.error} />
          )}
          <SubmitButtons
            label={person ? t('save') : t('create')}
            isPending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

/** Returns the messages of an error by input: those of custom fields by their place in the form. */
function toErrors(err: Error, { fields, custom }: ContactValues): Record<string, string> {
  const { fields: _, ...others } = toFieldErrors(err)
  const ofFields = (err instanceof ParleyError ? err.errors : []).flatMap(({ field, message }) => {
    const name = field.startsWith('fields.') ? field.slice('fields.'.length) : undefined
    const text = message.charAt(0).toUpperCase() + message.slice(1)
    const defined = custom.findIndex(({ key }) => key === name)
    if (defined >= 0) return [[`custom.${defined}.value`, text]]
    const row = fields.findIndex((each) => each.name.trim() === name)
    return row >= 0 ? [[`fields.${row}.value`, text]] : []
  })
  return { ...others, ...Object.fromEntries(ofFields) }
}

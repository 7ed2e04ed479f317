import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FIELD_CHARACTERS_MAX, FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import classes from './contact-pane.module.css'
import { useFieldMessage } from './use-field-message.ts'

/** Shows the form that adds a custom field to a contact. `onSave` throws the server's error. */
export function NewField(props: {
  taken: string[]
  onSave: (name: string, value: string) => Promise<void>
  onClose: () => void
}) {
  const { taken, onSave, onClose } = props
  const t = useTranslations('personPane')
  const toMessage = useFieldMessage()
  const form = useForm({
    initialValues: { name: '', value: '' },
    validate: {
      name: (name) =>
        name.trim() === ''
          ? t('fieldNameMissing')
          : taken.includes(name.trim())
            ? t('fieldTaken')
            : null,
      value: (value) => (value.trim() === '' ? t('fieldValueMissing') : null),
    },
  })
  const save = useMutation({
    mutationFn: ({ name, value }: typeof form.values) => onSave(name.trim(), value.trim()),
    onSuccess: onClose,
    onError: (err) => form.setErrors({ value: toMessage(err) }),
  })
  return (
    <form
      className={classes.newFact}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextInput
        dir="auto"
        maxLength={FIELD_NAME_CHARACTERS_MAX}
        placeholder={t('fieldName')}
        aria-label={t('fieldName')}
        autoFocus
        {...form.getInputProps('name')}
      />
      <TextInput
        dir="auto"
        maxLength={FIELD_CHARACTERS_MAX}
        placeholder={t('fieldValue')}
        aria-label={t('fieldValue')}
        {...form.getInputProps('value')}
      />
      <div className={classes.newFactButtons}>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          {t('saveField')}
        </Button>
      </div>
    </form>
  )
}

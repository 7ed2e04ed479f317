import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FIELD_CHARACTERS_MAX, FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import { newFieldRow } from './save-contact.ts'
import type { ContactValues } from './save-contact.ts'

/** Shows the custom fields of the contact form: those with a definition as `children`, then one row for each of the others. */
export function FieldRows(props: { form: UseFormReturnType<ContactValues>; children: ReactNode }) {
  const { form, children } = props
  const t = useTranslations('contacts.form')
  return (
    <Fieldset legend={t('further')} variant="unstyled">
      <Stack gap="xs">
        {children}
        {form.values.fields.map((field, index) => (
          <Group key={field.key} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('fieldName')}
              placeholder={t('fieldName')}
              maxLength={FIELD_NAME_CHARACTERS_MAX}
              {...form.getInputProps(`fields.${index}.name`)}
            />
            <TextInput
              flex={1}
              aria-label={t('fieldValue', { name: field.name })}
              maxLength={FIELD_CHARACTERS_MAX}
              {...form.getInputProps(`fields.${index}.value`)}
            />
            <ActionIcon
              aria-label={t('removeField', { name: field.name })}
              onClick={() => form.removeListItem('fields', index)}
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
            onClick={() => form.insertListItem('fields', newFieldRow())}
          >
            {t('addField')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

import { ColorSwatch, Group, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import type { Tag } from '#conversations/tags/schema.ts'
import { TAG_COLORS, TAG_NAME_CHARACTERS_MAX } from '#shared/tags.ts'
import type { TagColor } from '#shared/tags.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'

/** The dialog that creates or edits a tag. */
export function TagDialog({ tag, onClose }: { tag: Wire<Tag> | null; onClose: () => void }) {
  const t = useTranslations('settings.tags')
  const tSettings = useTranslations('settings')
  const form = useForm({
    initialValues: { name: tag?.name ?? '', color: (tag?.color ?? 'gray') as TagColor },
  })
  const save = useSubmit(form, {
    send: ({ name, color }) => {
      const body = { name: name.trim(), color }
      return tag ? api.patch(`/api/v1/tags/${tag.id}`, body) : api.post('/api/v1/tags', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={tag ? t('editTitle', { name: tag.name }) : t('create')}
      request={save}
      submitLabel={tag ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={TAG_NAME_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('color')} {...form.getInputProps('color')}>
        <Group gap="xs" mt="xs">
          {TAG_COLORS.map((color) => (
            <Radio
              key={color}
              value={color}
              label={
                <Group gap={6} wrap="nowrap" w="7rem">
                  <ColorSwatch
                    component="span"
                    size={14}
                    color={`var(--mantine-color-${color}-6)`}
                    aria-hidden
                  />
                  {t(`colors.${color}`)}
                </Group>
              }
            />
          ))}
        </Group>
      </Radio.Group>
    </FormDialog>
  )
}

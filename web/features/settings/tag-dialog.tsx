import { Button, ColorSwatch, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Tag } from '#conversations/tags/schema.ts'
import { TAG_COLORS, TAG_NAME_CHARACTERS_MAX } from '#shared/tags.ts'
import type { TagColor } from '#shared/tags.ts'
import { api } from '../../lib/api.ts'
import { notifyDone } from '../../components/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { FormError } from '../../components/form-error.tsx'
import { toFieldErrors } from '../../lib/to-field-errors.ts'

/** The dialog that creates or edits a tag. */
export function TagDialog({ tag, onClose }: { tag: Wire<Tag> | null; onClose: () => void }) {
  const t = useTranslations('settings.tags')
  const tSettings = useTranslations('settings')
  const tStates = useTranslations('states')
  const form = useForm({
    initialValues: { name: tag?.name ?? '', color: (tag?.color ?? 'gray') as TagColor },
  })
  const save = useMutation({
    mutationFn: ({ name, color }: typeof form.values) => {
      const body = { name: name.trim(), color }
      return tag ? api.patch(`/api/v1/tags/${tag.id}`, body) : api.post('/api/v1/tags', body)
    },
    onSuccess: () => {
      void queryClient.invalidateQueries()
      notifyDone(tSettings('saved'))
      onClose()
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  return (
    <Modal opened onClose={onClose} title={tag ? t('editTitle', { name: tag.name }) : t('create')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <FormError error={save.error} />
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
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {tag ? tSettings('save') : t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

import { Button, Group, Stack, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PICTURE_BYTES_MAX, PICTURE_TYPES } from '#shared/pictures.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { api } from '../../../lib/api.ts'
import { CropDialog } from './crop-dialog.tsx'

/** The types of files to choose. The browser decodes them and sends a PNG, so that AVIF works, which the server does not decode. */
const TYPES: readonly string[] = [...PICTURE_TYPES, 'image/avif']

/**
 * Shows a picture with the buttons that replace and remove it. `path`: the route that sets (PUT) and removes (DELETE) it. `onChange`
 * gets the answer after it was set, and nothing after it was removed.
 */
export function PictureField<Answer>(props: {
  face: ReactNode
  hint: string
  isSet: boolean
  path: string
  onChange: (answer?: Answer) => void
}) {
  const { face, hint, isSet, path, onChange } = props
  const t = useTranslations('settings.picture')
  const input = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const remove = useAction({
    run: () => api.delete(path),
    done: t('removed'),
    failed: t('removeFailed'),
    onDone: () => onChange(),
  })
  const choose = async (file: File | undefined) => {
    if (!file) return
    const isAllowed = file.size <= PICTURE_BYTES_MAX && TYPES.includes(file.type)
    const bitmap = isAllowed ? await createImageBitmap(file).catch(() => null) : null
    if (bitmap) setImage(bitmap)
    else notifyError(t('unusable'), new Error(t('allowed')))
  }
  const save = async (blob: Blob) => {
    const form = new FormData()
    form.append('file', blob, 'picture')
    onChange(await api.put<Answer>(path, form))
    notifyDone(t('saved'))
  }
  return (
    <Stack component="section" aria-label={t('title')} gap="sm">
      <Title order={2}>{t('title')}</Title>
      <Group gap="md" wrap="nowrap">
        {face}
        <Stack gap="xs">
          <DimmedText>
            {hint} {t('files')}
          </DimmedText>
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => input.current?.click()}>
              {t(isSet ? 'replace' : 'upload')}
            </Button>
            {isSet && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={remove.isPending}
                onClick={() => remove.mutate(undefined)}
              >
                {t('remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join(',')}
        aria-label={t('upload')}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      {image && <CropDialog image={image} onSave={save} onClose={() => setImage(null)} />}
    </Stack>
  )
}

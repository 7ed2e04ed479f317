import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { PICTURE_PIXELS } from '#shared/pictures.ts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import classes from './crop-dialog.module.css'
import { moveCrop, toArea } from './crop.ts'
import type { Crop } from './crop.ts'

const ZOOM_MAX = 4
/** Pixels of the canvas that one press of an arrow key moves. */
const STEP = 8
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** The dialog that chooses the square of an image that becomes the picture: by dragging, by the arrow keys, and by a slider for its size. */
export function CropDialog(props: {
  image: ImageBitmap
  onSave: (blob: Blob) => Promise<void>
  onClose: () => void
}) {
  const { image, onSave, onClose } = props
  const t = useTranslations('settings.picture')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<Crop>({ x: 0.5, y: 0.5, zoom: 1 })
  const save = useMutation({
    mutationFn: async () => onSave(await toBlob(image, crop)),
    onSuccess: onClose,
  })
  useEffect(() => {
    if (canvas.current) draw(canvas.current, image, crop)
  }, [image, crop])
  /** Moves the visible part by pixels of the screen. */
  const move = (x: number, y: number) => {
    const width = canvas.current?.clientWidth || PICTURE_PIXELS
    setCrop((before) => moveCrop(image, before, x / width, y / width))
  }
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      move(-event.movementX, -event.movementY)
  }
  const press = (event: KeyboardEvent) => {
    const way = ARROWS[event.key]
    if (!way) return
    event.preventDefault()
    move(...way)
  }
  return (
    <FormDialog
      title={t('crop')}
      size="sm"
      request={{
        submit: (event) => {
          event?.preventDefault()
          save.mutate()
        },
        error: save.error,
        isPending: save.isPending,
      }}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <div
        className={classes.area}
        role="group"
        aria-label={t('area')}
        tabIndex={0}
        data-autofocus
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <canvas ref={canvas} width={PICTURE_PIXELS * 2} height={PICTURE_PIXELS * 2} aria-hidden />
      </div>
      <label className={classes.zoom}>
        {t('zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          onChange={({ currentTarget }) => {
            const zoom = currentTarget.valueAsNumber
            setCrop((before) => moveCrop(image, { ...before, zoom }, 0, 0))
          }}
        />
      </label>
    </FormDialog>
  )
}

function draw(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = toArea(image, crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** Returns the visible part as a PNG of twice the size that the server stores. */
async function toBlob(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = PICTURE_PIXELS * 2
  draw(canvas, image, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser could not encode the picture.')
  return blob
}

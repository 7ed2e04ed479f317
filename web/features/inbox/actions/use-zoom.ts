import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'

/** How an image is shown: its size against the fitting one, its offset in pixels, and its quarter turns to the right. */
type View = { scale: number; x: number; y: number; turns: number }

type Point = { x: number; y: number }

const START: View = { scale: 1, x: 0, y: 0, turns: 0 }
const SCALE_MAX = 8
const STEP = 1.5
/** The scale after a double click. */
const NEAR = 2.5
/** How far a finger moves to show another image, in pixels. */
const SWIPE_PX = 60

/** Zooms and turns an image on its stage. `zoom` changes the scale by a factor around the middle; 0 shows all of it again. */
type Zoom = {
  stageRef: (element: HTMLElement | null) => void
  view: View
  transform: string
  zoom: (factor: number) => void
  turn: () => void
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent<HTMLElement>) => void
  > & { onDoubleClick: (event: { clientX: number; clientY: number }) => void }
}

/**
 * Returns how the image `id` is zoomed by wheel, keys, fingers and double clicks, moved and turned. Another image starts anew.
 * `onSwipe`: a finger moved over an image that fits, to the next (1) or the previous one (-1).
 */
export function useZoom(id: string, onSwipe: (by: 1 | -1) => void): Zoom {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [state, setState] = useState({ id, view: START })
  const view = state.id === id ? state.view : START
  const change = useCallback(
    (next: (before: View) => View) =>
      setState((before) => ({ id, view: next(before.id === id ? before.view : START) })),
    [id],
  )
  const zoomAt = useCallback(
    (at: Point | null, toScale: (before: number) => number) =>
      change((before) => {
        const scale = Math.min(SCALE_MAX, Math.max(1, toScale(before.scale)))
        if (scale === 1) return { ...START, turns: before.turns }
        const { x, y } = at ? fromMiddle(at, stage) : { x: 0, y: 0 }
        const ratio = scale / before.scale
        const moved = { x: x - (x - before.x) * ratio, y: y - (y - before.y) * ratio }
        return { ...before, scale, ...clamp(moved, scale, stage) }
      }),
    [change, stage],
  )
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      // A pinch on a touch pad is a wheel with Ctrl, which would zoom the page.
      event.preventDefault()
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))
      zoomAt({ x: event.clientX, y: event.clientY }, (scale) => scale * factor)
    }
    stage?.addEventListener('wheel', onWheel, { passive: false })
    return () => stage?.removeEventListener('wheel', onWheel)
  }, [stage, zoomAt])
  const pointers = usePointers({ stage, view, change, zoomAt, onSwipe })
  return {
    stageRef: setStage,
    view,
    transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${view.scale})`,
    zoom: (factor) => zoomAt(null, (scale) => scale * factor),
    turn: () => change((before) => ({ ...START, turns: before.turns + 1 })),
    handlers: {
      ...pointers,
      onDoubleClick: ({ clientX, clientY }) =>
        zoomAt({ x: clientX, y: clientY }, (scale) => (scale > 1 ? 1 : NEAR)),
    },
  }
}

/** Returns the change that a key asks for, or undefined. */
export function zoomByKey(key: string, { zoom, turn }: Zoom): (() => void) | undefined {
  if (key === '+' || key === '=') return () => zoom(STEP)
  if (key === '-') return () => zoom(1 / STEP)
  if (key === '0') return () => zoom(0)
  return key === 'r' || key === 'R' ? turn : undefined
}

/** Returns the handlers of one pointer, which moves the image, and of two, which zoom it. */
function usePointers(parts: {
  stage: HTMLElement | null
  view: View
  change: (next: (before: View) => View) => void
  zoomAt: (at: Point, toScale: (before: number) => number) => void
  onSwipe: (by: 1 | -1) => void
}) {
  const { stage, view, change, zoomAt, onSwipe } = parts
  const points = useRef(new Map<number, Point>())
  const start = useRef<(Point & { isSwipe: boolean }) | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const point = { x: event.clientX, y: event.clientY }
      points.current.set(event.pointerId, point)
      event.currentTarget.setPointerCapture(event.pointerId)
      const isSwipe = points.current.size === 1 && view.scale === 1
      start.current = { ...point, isSwipe: isSwipe && event.pointerType !== 'mouse' }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = points.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      const [other] = [...points.current].flatMap(([id, at]) => (id === event.pointerId ? [] : at))
      points.current.set(event.pointerId, now)
      if (other) {
        const factor = distance(now, other) / Math.max(1, distance(before, other))
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
        zoomAt(middle, (scale) => scale * factor)
      } else
        change((each) => {
          if (each.scale === 1) return each
          const moved = { x: each.x + now.x - before.x, y: each.y + now.y - before.y }
          return { ...each, ...clamp(moved, each.scale, stage) }
        })
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const moved = event.clientX - (start.current?.x ?? event.clientX)
      const isSwipe = start.current?.isSwipe && points.current.size === 1
      points.current.delete(event.pointerId)
      if (isSwipe && Math.abs(moved) > SWIPE_PX) onSwipe(moved < 0 ? 1 : -1)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) =>
      void points.current.delete(event.pointerId),
  }
}

function fromMiddle({ x, y }: Point, stage: HTMLElement | null): Point {
  const box = stage?.getBoundingClientRect()
  if (!box) return { x: 0, y: 0 }
  return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
}

/** Keeps the middle of the stage on the image. */
function clamp({ x, y }: Point, scale: number, stage: HTMLElement | null): Point {
  const limitX = ((stage?.clientWidth ?? 0) * (scale - 1)) / 2
  const limitY = ((stage?.clientHeight ?? 0) * (scale - 1)) / 2
  return { x: within(x, limitX), y: within(y, limitY) }
}

function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value))
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

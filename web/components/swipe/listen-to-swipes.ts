/** The width of an action below a row, in pixels. */
const ACTION_PX = 72
/** Distance after which a finger moves a row and does not scroll. */
const CLAIM_PX = 12
/** Distance to the right at which the first action runs. */
const FAR_PX = 220

/** Swipes of the rows. `reset` moves the open row back. */
export type Swipes = { reset: () => void; stop: () => void }

/** A finger on a row: where it began, how far the row had been moved, and whether it moves the row. */
type Touch = { row: HTMLElement; id: number; x: number; y: number; from: number; isMoving: boolean }

/**
 * Moves rows of a list with a finger. `rows` and `body` are the selectors of a row and of what moves in it. `countOf`: how many actions a
 * row has on that side. `onMove` gets the row that is moved aside, and null when it is back. `onFar`: a row was moved so far that its
 * first action runs.
 */
export function listenToSwipes(options: {
  rows: string
  body: string
  countOf: (row: HTMLElement, way: 'left' | 'right') => number
  onMove: (row: HTMLElement | null) => void
  onFar: (row: HTMLElement) => void
}): Swipes {
  const { rows, body, countOf, onMove, onFar } = options
  const ended = new AbortController()
  const { signal } = ended
  let touch: Touch | null = null
  let open: { row: HTMLElement; by: number } | null = null
  let wasMoved = false

  const bodyOf = (row: HTMLElement) => row.querySelector<HTMLElement>(body)

  function move(row: HTMLElement, by: number, isDragged: boolean): void {
    const moved = bodyOf(row)
    if (!moved) return
    moved.style.transition = isDragged ? 'none' : 'transform var(--app-motion-calm)'
    moved.style.transform = by === 0 ? '' : `translateX(${by}px)`
    moved.style.background = by === 0 ? '' : 'var(--app-surface)'
  }

  function reset(): void {
    if (open) move(open.row, 0, false)
    open = null
    touch = null
    onMove(null)
  }

  function onDown(event: PointerEvent): void {
    wasMoved = false
    const row = (event.target as Element).closest<HTMLElement>(rows)
    if (open && open.row !== row) {
      reset()
      wasMoved = true
    }
    if (event.pointerType !== 'touch' || !event.isPrimary || !row) return
    const { clientX: x, clientY: y, pointerId: id } = event
    touch = { row, id, x, y, from: open?.by ?? 0, isMoving: false }
  }

  function onPointerMove(event: PointerEvent): void {
    if (!touch || event.pointerId !== touch.id) return
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y]
    if (!touch.isMoving) {
      if (Math.abs(dy) > CLAIM_PX) touch = null
      if (!touch || Math.abs(dx) < CLAIM_PX || Math.abs(dx) < 2 * Math.abs(dy)) return
      touch.isMoving = true
      onMove(touch.row)
    }
    wasMoved = true
    move(touch.row, toDistance(touch.row, touch.from + dx), true)
  }

  function onUp(event: PointerEvent): void {
    if (!touch || event.pointerId !== touch.id) return
    const { row, x, from, isMoving } = touch
    touch = null
    if (!isMoving) return
    const by = toDistance(row, from + event.clientX - x)
    if (by >= FAR_PX) {
      open = { row, by }
      reset()
      return onFar(row)
    }
    const room = countOf(row, by > 0 ? 'right' : 'left') * ACTION_PX
    const rest = Math.abs(by) > room / 2 ? Math.sign(by) * room : 0
    open = { row, by: rest }
    if (rest === 0) reset()
    else move(row, rest, false)
  }

  function toDistance(row: HTMLElement, by: number): number {
    if (countOf(row, by > 0 ? 'right' : 'left') === 0) return 0
    return Math.min(FAR_PX + ACTION_PX, Math.max(-ACTION_PX * 1.25, by))
  }

  /** Opens nothing after a row was moved, or while it is aside. */
  function onClick(event: MouseEvent): void {
    const target = event.target as Element
    const isOnOpen = open !== null && bodyOf(open.row)?.contains(target)
    if (!isOnOpen && !(wasMoved && target.closest(rows))) return
    if (target.closest('[data-swipe-actions]')) return
    event.preventDefault()
    event.stopPropagation()
    if (isOnOpen && !wasMoved) reset()
    wasMoved = false
  }

  const capture = { capture: true, signal }
  document.addEventListener('pointerdown', onDown, capture)
  document.addEventListener('pointermove', onPointerMove, capture)
  document.addEventListener('pointerup', onUp, capture)
  document.addEventListener('pointercancel', () => touch?.isMoving && reset(), capture)
  document.addEventListener('click', onClick, capture)
  // Rows that leave the screen are taken away.
  document.addEventListener('scroll', () => open && reset(), capture)
  return { reset, stop: () => ended.abort() }
}

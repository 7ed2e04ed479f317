/** The width of an action below a row, in pixels. */
const ACTION_PX = 72
/** Distance after which a finger moves a row and does not scroll. */
const CLAIM_PX = 12
/** Distance to the right at which the first action runs. */
const FAR_PX = 220
const ROWS = '[data-chat-row][data-selecting="false"]'

/** Swipes of the rows. `reset` moves the open row back. */
export type Swipes = { reset: () => void; stop: () => void }

/** A finger on a row: where it began, how far the row had been moved, and whether it moves the row. */
type Touch = { row: HTMLElement; id: number; x: number; y: number; from: number; isMoving: boolean }

/**
 * Moves rows of the list with a finger. `mayMove`: whether rows have actions on that side. `onMove` gets the row that is moved aside, and
 * null when it is back. `onFar`: a row was moved so far that its first action runs.
 */
export function listenToSwipes(options: {
  mayMove: (way: 'left' | 'right') => boolean
  onMove: (row: HTMLElement | null) => void
  onFar: (row: HTMLElement) => void
}): Swipes {
  const { mayMove, onMove, onFar } = options
  const ended = new AbortController()
  const { signal } = ended
  let touch: Touch | null = null
  let open: { row: HTMLElement; by: number } | null = null
  let wasMoved = false

  const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-chat]')

  function move(row: HTMLElement, by: number, isDragged: boolean): void {
    const link = linkOf(row)
    if (!link) return
    link.style.transition = isDragged ? 'none' : 'transform var(--app-motion-calm)'
    link.style.transform = by === 0 ? '' : `translateX(${by}px)`
    link.style.background = by === 0 ? '' : 'var(--app-surface)'
  }

  function reset(): void {
    if (open) move(open.row, 0, false)
    open = null
    touch = null
    onMove(null)
  }

  function onDown(event: PointerEvent): void {
    wasMoved = false
    const row = (event.target as Element).closest<HTMLElement>(ROWS)
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
    move(touch.row, toDistance(touch.from + dx), true)
  }

  function onUp(event: PointerEvent): void {
    if (!touch || event.pointerId !== touch.id) return
    const { row, x, from, isMoving } = touch
    touch = null
    if (!isMoving) return
    const by = toDistance(from + event.clientX - x)
    if (by >= FAR_PX) {
      open = { row, by }
      reset()
      return onFar(row)
    }
    const rest = by > ACTION_PX ? 2 * ACTION_PX : by < -ACTION_PX / 2 ? -ACTION_PX : 0
    open = { row, by: rest }
    if (rest === 0) reset()
    else move(row, rest, false)
  }

  function toDistance(by: number): number {
    if (!mayMove(by > 0 ? 'right' : 'left')) return 0
    return Math.min(FAR_PX + ACTION_PX, Math.max(-ACTION_PX * 1.25, by))
  }

  /** Keeps the conversation closed after its row was moved, or while the row is aside. */
  function onClick(event: MouseEvent): void {
    const target = event.target as Element
    const isOnOpen = open !== null && linkOf(open.row)?.contains(target)
    if (!isOnOpen && !(wasMoved && target.closest(ROWS))) return
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

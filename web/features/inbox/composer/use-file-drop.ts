import { useEffect, useRef, useState } from 'react'

/** Accepts files that are dropped anywhere on the page; returns whether files are being dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const latest = useRef(onFiles)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    // Counts enter and leave events, because every element under the pointer fires both.
    let depth = 0
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth += 1
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    const ended = new AbortController()
    const { signal } = ended
    window.addEventListener('dragenter', onEnter, { signal })
    window.addEventListener('dragleave', onLeave, { signal })
    window.addEventListener('dragover', onOver, { signal })
    window.addEventListener('drop', onDrop, { signal })
    return () => ended.abort()
  }, [])
  return isOver
}

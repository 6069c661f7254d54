import { type RefObject, useEffect, useRef, useState } from 'react'
import { enterSheet } from '#client/ui/sheet-history.ts'

interface FullScreen {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly isFull: boolean
  readonly setFull: (full: boolean) => void
}

/**
 * Shows an element on the whole screen, turned to landscape if the device allows it. A browser that cannot, as an iPhone's, shows it above its page. A
 * step back leaves it, as it closes a sheet.
 */
export function useFullScreen(): FullScreen {
  const frame = useRef<HTMLDivElement>(null)
  const [isFull, setShown] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const leave = () => {
      setShown(false)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
    const follow = () => {
      if (!document.fullscreenElement) setShown(false)
    }
    document.addEventListener('fullscreenchange', follow)
    void enter(frame.current)
    const closeEntry = enterSheet({ close: leave })
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      closeEntry()
      leave()
    }
  }, [isFull])
  return { frame, isFull, setFull: setShown }
}

async function enter(element: HTMLElement | null): Promise<void> {
  try {
    await element?.requestFullscreen?.()
    const { orientation } = screen as { orientation?: { lock?: (to: 'landscape') => Promise<void> } }
    await orientation?.lock?.('landscape')
  } catch {
    // The page's own overlay is shown in any case.
  }
}

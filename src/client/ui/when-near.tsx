import { chakra } from '@chakra-ui/react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** The phone's bottom bar lies over the lowest part of the screen; a sliver above it is not worth a download. */
const BOTTOM_PX = 64 + 48
const SIGNS_OF_LIFE = ['scroll', 'keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/**
 * Keeps what stands below the first screen out of the first load: its parts arrive once somebody comes near, or does
 * anything at all on the page. Until then their room stays free.
 */
export function WhenNear({ height, children }: { height: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const come = () => setNear(true)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && come(), {
      rootMargin: `0px 0px -${BOTTOM_PX}px`,
    })
    if (place.current) observer.observe(place.current)
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, come, { once: true, passive: true })
    return () => {
      observer.disconnect()
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, come)
    }
  }, [])
  const room = <chakra.div height={height} />
  return (
    <chakra.div ref={place} minWidth="0">
      {near ? <Suspense fallback={room}>{children}</Suspense> : room}
    </chakra.div>
  )
}

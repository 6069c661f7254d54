import { chakra } from '@chakra-ui/react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** The phone's bottom bar lies over the lowest part of the screen; a sliver above it is not worth a download. */
const BOTTOM_PX = 64 + 48
const SIGNS_OF_LIFE = ['scroll', 'keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** Rows of a card to come, without a script's work. */
const Room = chakra('div', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'xl',
    backgroundImage:
      'repeating-linear-gradient(transparent 0 4rem, var(--k-colors-line) 4rem calc(4rem + 1px), transparent calc(4rem + 1px) 4.25rem)',
  },
})

type WhenNearProps = {
  /** Of the room until then. */
  height: string
  children: ReactNode
  /** What comes is no card. */
  plain?: boolean
}

/**
 * Keeps what stands below the first screen out of the first load: its parts arrive once somebody comes near, or does
 * anything at all on the page. Until then their room stays free, drawn as the cards that will stand there: a quick
 * flick meets no void.
 */
export function WhenNear({ height, children, plain = false }: WhenNearProps) {
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
  const room = plain ? <chakra.div height={height} /> : <Room height={height} />
  return (
    <chakra.div ref={place} minWidth="0">
      {near ? <Suspense fallback={room}>{children}</Suspense> : room}
    </chakra.div>
  )
}

import { chakra } from '@chakra-ui/react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** The phone's bottom bar covers the lowest part of the screen; a sliver above it is not worth a download. */
const BOTTOM_PX = 64 + 48
const SIGNS_OF_LIFE = ['scroll', 'keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** A placeholder of card rows that needs no script. */
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
  /** The height of the placeholder. */
  height: string
  children: ReactNode
  /** The content is not a card. */
  plain?: boolean
}

/**
 * Keeps content below the first screen out of the first load: it is loaded when the user scrolls near it or uses the page in any way. Until then its
 * space is reserved and drawn as cards, so that a quick flick shows no gap.
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

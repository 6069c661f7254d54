import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from './show-digits.ts'

const RADIUS = 19
const ROUND = 2 * Math.PI * RADIUS

const Ring = chakra('circle', {
  base: {
    fill: 'none',
    strokeWidth: '3',
    transformOrigin: 'center',
    transform: 'rotate(-90deg)',
    transition: 'stroke-dashoffset 1s linear',
  },
})

/** The seconds left of `seconds`, as a closing ring; `undefined` before the countdown begins. */
export function CountdownRing({ secondsLeft, seconds }: { secondsLeft: number | undefined; seconds: number }) {
  const language = useLanguage()
  const share = secondsLeft === undefined ? 0 : Math.min(1, secondsLeft / seconds)
  const colour = secondsLeft !== undefined && share <= 0.3 ? 'var(--k-colors-sell)' : 'var(--k-colors-gold)'
  return (
    <chakra.span position="relative" display="inline-grid" placeItems="center" flexShrink="0" role="timer">
      <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
        <Ring cx="22" cy="22" r={RADIUS} stroke="var(--k-colors-line-strong)" />
        <Ring
          cx="22"
          cy="22"
          r={RADIUS}
          stroke={colour}
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      <chakra.bdi dir="ltr" position="absolute" fontWeight="bold" color="fg" fontSize="sm">
        {secondsLeft === undefined ? '' : showDigits(String(secondsLeft), language)}
      </chakra.bdi>
    </chakra.span>
  )
}

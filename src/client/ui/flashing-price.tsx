import { useState } from 'react'
import { FINEST_DECIMALS, parseDecimal } from '#domain/decimal.ts'
import { DecimalText } from './decimal-text.tsx'
import type { DecimalLook } from './show-decimal.ts'

/** A price that flashes green or red when it moves. With reduced motion it does not flash (the theme's global rule). */
export function FlashingPrice({ value, ...look }: DecimalLook & { value: string | undefined; unit?: string }) {
  const [seen, setSeen] = useState<Seen>({ value, move: undefined, turn: 0 })
  if (seen.value !== value) setSeen({ value, move: moveBetween(seen.value, value), turn: seen.turn + 1 })
  return (
    <span key={seen.turn} style={{ ...PLATE, animation: seen.move && `${seen.move} 900ms ease-out` }}>
      <DecimalText value={value} {...look} />
    </span>
  )
}

const PLATE = { borderRadius: '0.5rem', paddingInline: '0.25rem', marginInline: '-0.25rem' }

/** Keyframes of the theme. */
type Move = 'flashUp' | 'flashDown' | undefined
type Seen = { value: string | undefined; move: Move; turn: number }

function moveBetween(before: string | undefined, after: string | undefined): Move {
  const was = before === undefined ? undefined : parseDecimal(before, FINEST_DECIMALS)
  const is = after === undefined ? undefined : parseDecimal(after, FINEST_DECIMALS)
  if (was === undefined || is === undefined || was === is) return undefined
  return is > was ? 'flashUp' : 'flashDown'
}

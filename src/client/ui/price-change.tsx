import { useTranslation } from 'react-i18next'
import { DecimalText } from './decimal-text.tsx'

const ARROW = { up: 'M4 1 7.5 7h-7z', down: 'M4 7 .5 1h7z', even: 'M0 3.4h8v1.4H0z' }
const COLOUR = { up: 'buy', down: 'sell', even: 'fg-muted' }
const tint = (name: string) => `var(--k-colors-${name})`

/**
 * A change in percent. Arrow, sign and colour say the same, so that colour is never the only sign. Plain elements, since lists have hundreds and a
 * styled component costs more than the figure inside it.
 */
export function PriceChange({ percent, plate = false }: { percent: string | undefined; plate?: boolean }) {
  const { t } = useTranslation('ui')
  const direction = directionOf(percent)
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '0.25rem',
        whiteSpace: 'nowrap',
        fontWeight: 600,
        color: tint(COLOUR[direction]),
        borderRadius: '0.5rem',
        padding: plate ? '0.125rem 0.5rem' : undefined,
        background: plate && direction !== 'even' ? tint(`${COLOUR[direction]}-subtle`) : undefined,
      }}
      dir="ltr"
    >
      <svg width="8" height="8" viewBox="0 0 8 8" fill="currentColor" role="img" aria-label={t(`change.${direction}`)}>
        <path d={ARROW[direction]} />
      </svg>
      <DecimalText value={percent} percent signed fractionMin={2} fractionMax={2} rounding="nearest" />
    </span>
  )
}

function directionOf(percent: string | undefined): 'up' | 'down' | 'even' {
  if (percent === undefined || /^-?0*(\.0*)?$/.test(percent)) return 'even'
  return percent.startsWith('-') ? 'down' : 'up'
}

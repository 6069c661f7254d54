import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DecimalText } from './decimal-text.tsx'

const ARROW = { up: 'M4 1 7.5 7h-7z', down: 'M4 7 .5 1h7z', even: 'M0 3.4h8v1.4H0z' }
const COLOUR = { up: 'buy', down: 'sell', even: 'fg.muted' }

/** A change in percent. Arrow, sign and colour say the same, so that colour is never the only sign. */
export function PriceChange({ percent, plate = false }: { percent: string | undefined; plate?: boolean }) {
  const { t } = useTranslation('ui')
  const direction = directionOf(percent)
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      whiteSpace="nowrap"
      fontWeight="semibold"
      color={COLOUR[direction]}
      paddingInline={plate ? '2' : '0'}
      paddingBlock={plate ? '0.5' : '0'}
      borderRadius="sm"
      bg={plate && direction !== 'even' ? `${COLOUR[direction]}.subtle` : undefined}
      dir="ltr"
    >
      <svg width="8" height="8" viewBox="0 0 8 8" fill="currentColor" role="img" aria-label={t(`change.${direction}`)}>
        <path d={ARROW[direction]} />
      </svg>
      <DecimalText value={percent} percent signed fractionMin={2} fractionMax={2} rounding="nearest" />
    </chakra.span>
  )
}

function directionOf(percent: string | undefined): 'up' | 'down' | 'even' {
  if (percent === undefined || /^-?0*(\.0*)?$/.test(percent)) return 'even'
  return percent.startsWith('-') ? 'down' : 'up'
}

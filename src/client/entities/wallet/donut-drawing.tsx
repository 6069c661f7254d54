import { chakra } from '@chakra-ui/react'
import { LinearGradient } from '@visx/gradient'
import { Group } from '@visx/group'
import { scaleOrdinal } from '@visx/scale'
import { Pie } from '@visx/shape'
import { type ReactNode, useId } from 'react'
import { coinColour, coinShade } from '#client/entities/coin/coin-colours.ts'

type DonutPart = {
  /** The coin's symbol, which selects the colour. */
  key: string
  label: string
  /** The share of the whole; the parts need not sum to one. */
  share: number
}

type DonutProps = {
  parts: readonly DonutPart[]
  /** The text alternative for screen readers. */
  label: string
  /** The content of the hole. */
  children?: ReactNode
  size: number
}

/** The diameter of the hole, as a share of the whole diameter. */
const HOLE = 0.8
const GAP_RADIANS = 0.03

export default function DonutDrawing({ parts, label, children, size }: DonutProps) {
  const radius = size / 2
  const drawn = parts.filter((part) => part.share > 0)
  const id = useId()
  const fill = scaleOrdinal<string, string>({
    domain: parts.map((part) => part.key),
    range: parts.map((_, index) => `url(#${id}${index})`),
  })
  // Sized in rem, so that it grows with the letters in its hole.
  return (
    <chakra.div position="relative" width={`${size / 16}rem`} maxWidth="full" aspectRatio="1" flexShrink="0">
      <svg viewBox={`0 0 ${size} ${size}`} width="100%" height="100%" role="img" aria-label={label} direction="ltr">
        {parts.map((part, index) => (
          <LinearGradient key={part.key} id={`${id}${index}`} from={coinColour(part.key)} to={coinShade(part.key)} />
        ))}
        <Group top={radius} left={radius}>
          <circle r={radius * 0.9} fill="none" stroke="var(--k-colors-hover)" strokeWidth={radius * (1 - HOLE)} />
          <Pie<DonutPart>
            data={drawn}
            pieValue={(part) => part.share}
            outerRadius={radius}
            innerRadius={radius * HOLE}
            cornerRadius={3}
            padAngle={drawn.length > 1 ? GAP_RADIANS : 0}
            fill={(arc) => fill(arc.data.key)}
          />
        </Group>
      </svg>
      <chakra.div position="absolute" inset="0" display="grid" placeItems="center" textAlign="center" padding="8">
        <div>{children}</div>
      </chakra.div>
    </chakra.div>
  )
}

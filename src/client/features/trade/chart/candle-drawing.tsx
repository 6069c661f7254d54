import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useMedia } from '#client/ui/use-wide.ts'
import { FORCED_COLOURS } from '../book-columns.ts'
import { loadFont, shortUnitOf } from './chart-look.ts'
import { drawPrices, type PriceChart, type PriceChartSettings } from './price-chart.ts'

export { loadFont }

export interface CandleChartProps extends Omit<PriceChartSettings, 'place' | 'language' | 'unit'> {
  /** The text alternative for screen readers. */
  readonly label: string
  /** Receives the chart once it is drawn, and `undefined` when it is removed. */
  readonly onChart: (chart: PriceChart | undefined) => void
}

/** The canvas. Another feed, theme or language draws another one. */
export default function CandleDrawing({ feed, intraday, kind, tick, label, onShow, onChart }: CandleChartProps) {
  const language = useLanguage()
  const { t } = useTranslation('trade')
  const place = useRef<HTMLDivElement>(null)
  const isNarrow = useMedia('(max-width: 40em)')
  const unit = isNarrow ? shortUnitOf(feed.bars.at(-1)?.close ?? 0) : 'one'
  useEffect(() => {
    // A tick that comes later would draw the whole chart twice.
    if (!place.current || tick === undefined) return
    const stopMouse = ignoreMouse(place.current)
    const drawn = drawPrices({ place: place.current, feed, language, intraday, kind, unit, tick, onShow })
    onChart(drawn)
    return () => {
      onChart(undefined)
      stopMouse()
      drawn.remove()
    }
  }, [feed, language, intraday, kind, unit, tick, onShow, onChart])
  return (
    <chakra.div dir="ltr" position="relative" width="full" height="full" css={ON_OWN_GROUND}>
      <chakra.div ref={place} role="img" aria-label={label} width="full" height="full" css={SOFT_EDGE} />
      {unit !== 'one' && (
        <chakra.span position="absolute" bottom="1.5" insetInlineEnd="1" fontSize="2xs" color="fg.muted">
          {t(`chart.unit.${unit}`)}
        </chakra.span>
      )}
    </chakra.div>
  )
}

/** A drawing keeps its colours where the system replaces all others, and so needs the ground that they are chosen for. */
const ON_OWN_GROUND = { [FORCED_COLOURS]: { forcedColorAdjust: 'none', bg: 'surface' } } as const

/** The library cuts a date at the edge of its axis in two; here it fades. */
const SOFT_EDGE = {
  '& tr:last-of-type canvas': { maskImage: 'linear-gradient(to right, transparent, black 1.5rem)' },
} as const

/** A device without a mouse reports one after each tap, also where the tap has opened the chart: its cross would stay there. */
function ignoreMouse(place: HTMLElement): () => void {
  if (matchMedia('(any-hover: hover)').matches) return () => undefined
  const ignore = (event: Event) => event.stopPropagation()
  const names = ['mouseenter', 'mousemove'] as const
  for (const name of names) place.addEventListener(name, ignore, true)
  return () => {
    for (const name of names) place.removeEventListener(name, ignore, true)
  }
}

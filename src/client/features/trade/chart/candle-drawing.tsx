import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#client/lib/locale.ts'
import { drawPrices, type PriceChart, type PriceChartSettings } from './price-chart.ts'

export interface CandleChartProps extends Omit<PriceChartSettings, 'place' | 'language'> {
  /** The text alternative for screen readers. */
  readonly label: string
  /** Receives the chart once it is drawn, and `undefined` when it is removed. */
  readonly onChart: (chart: PriceChart | undefined) => void
}

/** The canvas. Another feed, theme or language draws another one. */
export default function CandleDrawing({ feed, intraday, kind, label, onShow, onChart }: CandleChartProps) {
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const drawn = drawPrices({ place: place.current, feed, language, intraday, kind, onShow })
    onChart(drawn)
    return () => {
      onChart(undefined)
      drawn.remove()
    }
  }, [feed, language, intraday, kind, onShow, onChart])
  return <chakra.div ref={place} dir="ltr" role="img" aria-label={label} width="full" height="full" />
}

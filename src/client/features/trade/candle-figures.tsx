import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Candle } from '#client/ui/candle.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { tableFigures } from '#client/ui/figures.ts'

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const

/** The candle under the pointer, or the newest, in figures. */
export function CandleFigures({ candle }: { candle: Candle }) {
  const { t } = useTranslation('trade')
  return (
    <chakra.dl
      display="flex"
      flexWrap="wrap"
      columnGap="3"
      fontSize="xs"
      css={tableFigures}
      paddingBottom="1"
      aria-live="off"
    >
      {FIGURES.map((figure) => (
        <chakra.div key={figure} display="flex" gap="1">
          <chakra.dt color="fg.muted">{t(`chart.${figure}`)}</chakra.dt>
          <chakra.dd fontWeight="semibold">
            <DecimalText value={candle[figure]} fractionMax={figure === 'volume' ? 3 : 8} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

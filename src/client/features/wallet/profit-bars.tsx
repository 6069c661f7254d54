import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type QuoteUnit, TOTAL_DECIMALS, unitsOf } from '#client/entities/market/quote-unit.ts'
import { ProfitText } from '#client/entities/wallet/profit-text.tsx'
import type { CoinProfit } from '#client/entities/wallet/profits.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { toSignedChartNumber } from '#client/ui/chart-number.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import SignedBarsDrawing from '#client/ui/signed-bars-drawing.tsx'

const KINDS = ['unrealised', 'realised'] as const
const SEPARATOR = { fa: '، ', en: ', ' } as const satisfies Record<Language, string>

type ProfitBarsProps = { coins: readonly CoinProfit[] }

/** The profit of each coin by its average cost, of what is held and of all sales, in each unit that the user has traded in. */
export default function ProfitBars({ coins }: ProfitBarsProps) {
  const units = unitsOf(useLanguage()).filter((unit) => coins.some((coin) => coin.unit === unit))
  return (
    <chakra.div display="grid" gap="5" gridTemplateColumns="minmax(0, 1fr)">
      {units.flatMap((unit) =>
        KINDS.map((kind) => (
          <Bars key={unit + kind} {...{ unit, kind }} coins={coins.filter((coin) => coin.unit === unit)} />
        )),
      )}
    </chakra.div>
  )
}

function Bars({ unit, kind, coins }: ProfitBarsProps & { unit: QuoteUnit; kind: (typeof KINDS)[number] }) {
  const { t } = useTranslation('wallet')
  const { t: ofMarkets } = useTranslation('coins')
  const { nameOf, unitOf } = useCoins()
  const language = useLanguage()
  const look = { signed: true, fractionMax: TOTAL_DECIMALS[unit], rounding: 'nearest' } as const
  const bars = coins
    .flatMap(({ coin, [kind]: value }) => (value === undefined || isNothing(value) ? [] : [{ coin, value }]))
    .sort((a, b) => toSignedChartNumber(b.value) - toSignedChartNumber(a.value))
    .map(({ coin, value }) => ({
      ...{ key: coin, name: nameOf(coin), value, said: showDecimal(value, language, look) },
      shown: <ProfitText unit={unit} amount={value} percent={undefined} />,
    }))
  const title = `${t(`profit.${kind}`)} · ${ofMarkets(`unit.${unit}`)}`
  // The drawing is one picture to screen readers, so its name has the figures.
  const parts = bars.map(({ name, said }) => `${name} ${said} ${unitOf(unit)}`).join(SEPARATOR[language])
  return (
    <section>
      <chakra.h3 fontSize="sm" fontWeight="semibold" paddingBottom="2">
        {title}
      </chakra.h3>
      {bars.length === 0 ? (
        <chakra.p fontSize="sm" color="fg.muted">
          {t('profit.none')}
        </chakra.p>
      ) : (
        <SignedBarsDrawing bars={bars} label={t('profit.bars', { title, parts })} />
      )}
    </section>
  )
}

const isNothing = (value: string) => /^-?0(\.0*)?$/.test(value)

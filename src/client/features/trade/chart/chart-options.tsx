import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { isQuoteUnit } from '#client/entities/market/quote-unit.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SmallSelect } from '../book-grouping.tsx'
import { type MarketPath, marketSymbol } from '../market-path.ts'
import {
  type ChartChoice,
  type ChoicePart,
  INDICATORS,
  KINDS,
  SCALES,
  setChartChoice,
  useChartChoice,
} from './chart-choice.ts'

type ChartOptionsProps = {
  path: MarketPath
  part: ChoicePart
  asTable: boolean
  onTable: (asTable: boolean) => void
  onClose: () => void
}

/** How the chart of this market is drawn: its indicators; or its kind, its scale and another market beside it. */
export default function ChartOptions({ part, onClose, ...props }: ChartOptionsProps) {
  const { t } = useTranslation('trade')
  return (
    <Sheet open onClose={onClose} title={t(`chart.${part}`)}>
      {part === 'indicators' ? <Indicators path={props.path} /> : <Look {...props} />}
    </Sheet>
  )
}

function useChoice(path: MarketPath) {
  const market = marketSymbol(path)
  const choice = useChartChoice(market)
  return { choice, change: (part: Partial<ChartChoice>) => setChartChoice(market, { ...choice, ...part }) }
}

function Indicators({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { choice, change } = useChoice(path)
  return (
    <chakra.div display="grid">
      {INDICATORS.map((name) => (
        <Checkbox
          key={name}
          checked={choice.indicators.includes(name)}
          onChange={(on) =>
            change({
              indicators: INDICATORS.filter((each) => (each === name ? on : choice.indicators.includes(each))),
            })
          }
        >
          {t(`chart.indicator.${name}`)}
        </Checkbox>
      ))}
    </chakra.div>
  )
}

function Look({ path, asTable, onTable }: Pick<ChartOptionsProps, 'path' | 'asTable' | 'onTable'>) {
  const { t } = useTranslation('trade')
  const { choice, change } = useChoice(path)
  return (
    <chakra.div display="grid" gap="4">
      <Segmented
        label={t('chart.kind.label')}
        value={choice.kind}
        options={KINDS.map((value) => ({ value, label: t(`chart.kind.${value}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <Segmented
        label={t('chart.scale.label')}
        value={choice.scale}
        options={SCALES.map((value) => ({ value, label: t(`chart.scale.${value}`) }))}
        onChange={(scale) => change({ scale })}
      />
      <Compare path={path} value={choice.compare} onChange={(compare) => change({ compare })} />
      <Checkbox checked={asTable} onChange={onTable}>
        {t('chart.table')}
      </Checkbox>
    </chakra.div>
  )
}

type CompareProps = { path: MarketPath; value: string | undefined; onChange: (market: string | undefined) => void }

function Compare({ path, value, onChange }: CompareProps) {
  const { t } = useTranslation('trade')
  const { nameOf } = useCoins()
  const unit = isQuoteUnit(path.tradeTo) ? path.tradeTo : 'TOMAN'
  const rows = useQuery(marketsQuery(unit)).data ?? []
  const others = rows.filter(({ marketType }) => marketType !== marketSymbol(path))
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" fontSize="sm">
      {t('chart.compare')}
      <SmallSelect
        label={t('chart.compare')}
        value={value ?? ''}
        options={[
          { value: '', label: t('chart.compareNone') },
          ...others.map(({ marketType, relatedCoin }) => ({ value: `${marketType}`, label: nameOf(relatedCoin) })),
        ]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      />
    </chakra.div>
  )
}

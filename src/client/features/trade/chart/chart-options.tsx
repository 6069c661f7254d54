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
import { INDICATORS, KINDS, SCALES, setChartChoice, useChartChoice } from './chart-choice.ts'

/** How the chart of this market is drawn: its kind, its scale, its indicators and another market beside it. */
export default function ChartOptions({ path, onClose }: { path: MarketPath; onClose: () => void }) {
  const { t } = useTranslation('trade')
  const market = marketSymbol(path)
  const choice = useChartChoice(market)
  const change = (part: Partial<typeof choice>) => setChartChoice(market, { ...choice, ...part })
  return (
    <Sheet open onClose={onClose} title={t('chart.options')}>
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
        <chakra.fieldset display="grid">
          <chakra.legend fontWeight="bold" fontSize="sm">
            {t('chart.indicators')}
          </chakra.legend>
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
        </chakra.fieldset>
        <Compare path={path} value={choice.compare} onChange={(compare) => change({ compare })} />
      </chakra.div>
    </Sheet>
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

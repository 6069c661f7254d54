import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { isQuoteUnit } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { toChartNumber } from '#client/ui/chart-number.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { SmallSelect } from '#client/ui/small-select.tsx'
import { type MarketPath, marketSymbol } from '../market-path.ts'
import {
  type ChartChoice,
  type ChoicePart,
  INDICATORS,
  type Indicator,
  KINDS,
  PERIOD_MAX,
  periodsOf,
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
        <div key={name}>
          <Checkbox
            checked={choice.indicators.includes(name)}
            onChange={(on) =>
              change({
                indicators: INDICATORS.filter((each) => (each === name ? on : choice.indicators.includes(each))),
              })
            }
          >
            {t(`chart.indicator.${name}`)}
          </Checkbox>
          {choice.indicators.includes(name) && (
            <Periods
              name={name}
              periods={periodsOf(choice, name)}
              onChange={(periods) => change({ periods: { ...choice.periods, [name]: periods } })}
            />
          )}
        </div>
      ))}
    </chakra.div>
  )
}

/** The names of the numbers that an indicator is calculated by. */
const PERIOD_NAMES = {
  MA: ['bars'],
  EMA: ['bars'],
  BB: ['bars', 'deviations'],
  RSI: ['bars'],
  MACD: ['short', 'long', 'signal'],
} as const satisfies Record<Indicator, readonly string[]>

type PeriodsProps = { name: Indicator; periods: readonly number[]; onChange: (periods: readonly number[]) => void }

function Periods({ name, periods, onChange }: PeriodsProps) {
  const { t } = useTranslation('trade')
  return (
    <chakra.div display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="2" paddingInlineStart="8" paddingBottom="2">
      {PERIOD_NAMES[name].map((part, at) => (
        <Period
          key={part}
          label={t(`chart.period.${part}`)}
          value={periods[at] ?? 0}
          onChange={(period) => onChange(periods.with(at, period))}
        />
      ))}
    </chakra.div>
  )
}

type PeriodProps = { label: string; value: number; onChange: (period: number) => void }

/** A number of bars. Until it is one that can be drawn, the chart keeps the one before. */
function Period({ label, value, onChange }: PeriodProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const [text, setText] = useState(`${value}`)
  const isUsable = (typed: string) => toChartNumber(typed) >= 1 && toChartNumber(typed) <= PERIOD_MAX
  return (
    <DigitsField
      label={label}
      value={text}
      lengthMax={3}
      problem={isUsable(text) ? undefined : t('chart.period.bounds', { max: showDecimal(`${PERIOD_MAX}`, language) })}
      onChange={(typed) => {
        setText(typed)
        if (isUsable(typed)) onChange(toChartNumber(typed))
      }}
    />
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

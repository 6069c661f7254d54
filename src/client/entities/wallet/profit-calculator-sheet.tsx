import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodePrice } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { percentOf } from '#domain/fee.ts'
import { averageText } from '#domain/market.ts'
import { percentOfCost } from '#domain/position.ts'
import { amount, type Ppm, PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import type { CoinDetails } from '../coin/coins.queries.ts'
import { useCoins } from '../coin/use-coins.ts'
import { type MarketRow, marketsQuery } from '../market/markets.queries.ts'
import type { QuoteUnit } from '../market/quote-unit.ts'
import { lowestPriceFor, type Plan, resultAt } from './profit-calculator.ts'
import { ProfitText } from './profit-text.tsx'
import { useTakerRate } from './trade-effect.tsx'
import { useOwnPositions } from './use-profits.ts'

export interface CalculatedMarket {
  readonly coin: string
  readonly unit: QuoteUnit
}

interface CalculatorSheetProps extends CalculatedMarket {
  readonly onClose: () => void
}

const PERCENT_DECIMALS = 2

interface Typed {
  readonly buyPrice?: string
  readonly amount?: string
  readonly feeIncluded?: boolean
  readonly sellPrice?: string
  readonly percent: string
}

/** The profit of a planned sale, or the price that brings a wanted one. It begins with what the user holds and the present price. */
export default function ProfitCalculatorSheet({ coin: first, unit, onClose }: CalculatorSheetProps) {
  const { t } = useTranslation('wallet')
  const { nameOf, coinOf } = useCoins()
  const [coin, setCoin] = useState(first)
  const { data: markets = [] } = useQuery(marketsQuery(unit))
  const market = markets.find(({ relatedCoin }) => relatedCoin === coin)
  const rate = useTakerRate()
  const [base, quote] = [coinOf(coin), coinOf(unit)]
  const options = markets.map(({ relatedCoin }) => ({ value: relatedCoin, label: nameOf(relatedCoin) }))
  return (
    <Sheet open title={t('calculator.title')} onClose={onClose}>
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <SelectField
          label={t('coins.coin')}
          name="coin"
          value={coin}
          options={market ? options : [{ value: coin, label: nameOf(coin) }, ...options]}
          onChange={setCoin}
        />
        {market && base && quote && rate !== undefined && (
          <Calculator key={coin} {...{ unit, market, base, quote, rate }} />
        )}
      </chakra.div>
    </Sheet>
  )
}

interface CalculatorProps {
  readonly unit: QuoteUnit
  readonly market: MarketRow
  readonly base: CoinDetails
  readonly quote: CoinDetails
  readonly rate: Ppm
}

function Calculator({ unit, market, base, quote, rate }: CalculatorProps) {
  const { t } = useTranslation('wallet')
  const { unitOf } = useCoins()
  const position = useOwnPositions().data?.find(({ coin, sourceCoin }) => coin === base.symbol && sourceCoin === unit)
  const held = position?.averageBuyPrice ? position : undefined
  const average = held?.averageBuyPrice
  const [target, setTarget] = useState<'price' | 'percent'>('price')
  const [typed, setTyped] = useState<Typed>({ percent: '' })
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  const tick = decodePrice(market.tickSize ?? '0.00000001')
  const form = {
    buyPrice: typed.buyPrice ?? (average ? averageText(decodePrice(average), { tick }) : market.lastPrice),
    amount: typed.amount ?? held?.amount ?? '',
    feeIncluded: typed.feeIncluded ?? held !== undefined,
    sellPrice: typed.sellPrice ?? market.lastPrice,
  }
  const plan = readPlan(form, { base, quote, tick, rate })
  const sellPrice =
    target === 'price' ? readPrice(form.sellPrice) : plan && lowestPriceFor(plan, readPercent(typed.percent))
  const isOffTick = target === 'price' && sellPrice !== undefined && sellPrice % tick !== 0n
  const sell = (
    <DecimalField
      label={t('calculator.sellPrice')}
      name="sellPrice"
      decimals={PRICE_DECIMALS}
      unit={unitOf(unit)}
      problem={isOffTick ? t('calculator.problem.tick') : undefined}
      value={form.sellPrice}
      onChange={(text) => change({ sellPrice: text })}
    />
  )
  return (
    <>
      <PurchaseFields {...{ form, unit, base, change }} />
      <Segmented
        label={t('calculator.target.label')}
        value={target}
        options={[
          { value: 'price', label: t('calculator.target.price') },
          { value: 'percent', label: t('calculator.target.percent') },
        ]}
        onChange={setTarget}
      />
      {target === 'price' ? (
        sell
      ) : (
        <DecimalField
          label={t('calculator.percent')}
          name="percent"
          decimals={PERCENT_DECIMALS}
          unit="%"
          value={typed.percent}
          onChange={(text) => change({ percent: text })}
        />
      )}
      {plan && sellPrice !== undefined && !isOffTick && <Results {...{ plan, sellPrice, unit, base, quote, target }} />}
      <RateLine rate={rate} />
    </>
  )
}

interface PurchaseFieldsProps {
  readonly form: Required<Omit<Typed, 'percent'>>
  readonly unit: QuoteUnit
  readonly base: CoinDetails
  readonly change: (part: Partial<Typed>) => void
}

function PurchaseFields({ form, unit, base, change }: PurchaseFieldsProps) {
  const { t } = useTranslation('wallet')
  const { unitOf } = useCoins()
  return (
    <>
      <DecimalField
        label={t('calculator.buyPrice')}
        name="buyPrice"
        decimals={PRICE_DECIMALS}
        unit={unitOf(unit)}
        value={form.buyPrice}
        onChange={(text) => change({ buyPrice: text })}
      />
      <Checkbox checked={form.feeIncluded} onChange={(feeIncluded) => change({ feeIncluded })}>
        {t('calculator.included')}
      </Checkbox>
      <DecimalField
        label={t('calculator.amount')}
        name="amount"
        decimals={base.decimals}
        unit={unitOf(base.symbol)}
        value={form.amount}
        onChange={(text) => change({ amount: text })}
      />
    </>
  )
}

const readPrice = (text: string): Price | undefined => {
  const read = parseDecimal(text, PRICE_DECIMALS)
  return read === undefined || read === 0n ? undefined : price(read)
}

/** An empty field is the break-even price. */
const readPercent = (text: string): bigint => parseDecimal(text, PERCENT_DECIMALS) ?? 0n

function readPlan(
  form: PurchaseFieldsProps['form'],
  { base, quote, tick, rate }: { base: CoinDetails; quote: CoinDetails; tick: Price; rate: Ppm },
): Plan | undefined {
  const bought = parseDecimal(form.amount, base.decimals)
  const buyPrice = readPrice(form.buyPrice)
  if (bought === undefined || bought === 0n || buyPrice === undefined) return undefined
  return { amount: amount(bought), buyPrice, feeIncluded: form.feeIncluded, rate, market: { base, quote, tick } }
}

interface ResultsProps {
  readonly plan: Plan
  readonly sellPrice: Price
  readonly unit: QuoteUnit
  readonly base: CoinDetails
  readonly quote: CoinDetails
  readonly target: 'price' | 'percent'
}

function Results({ plan, sellPrice, unit, base, quote, target }: ResultsProps) {
  const { t } = useTranslation('wallet')
  const { billed, unitOf } = useCoins()
  const result = resultAt(plan, sellPrice)
  const breakEven = lowestPriceFor(plan, 0n)
  const profit = { unit, amount: formatDecimal(result.profit, quote.decimals), percent: percentOfCost(result) }
  const money = (value: bigint): ReactNode => (
    <DecimalText value={formatDecimal(value, quote.decimals)} {...billed(unit)} rounding="nearest" />
  )
  const priceText = (value: Price | undefined): ReactNode => (
    <DecimalText value={value && formatDecimal(value, PRICE_DECIMALS)} unit={unitOf(unit)} />
  )
  return (
    <div role="status">
      <FactList
        facts={[
          ...(target === 'percent' ? [{ label: t('calculator.sellPrice'), value: priceText(sellPrice) }] : []),
          { label: t('calculator.cost'), value: money(result.cost) },
          ...(plan.feeIncluded
            ? []
            : [
                {
                  label: t('calculator.buyFee'),
                  value: <DecimalText value={formatDecimal(result.buyFee, base.decimals)} {...billed(base.symbol)} />,
                },
              ]),
          { label: t('calculator.sellFee'), value: money(result.sellFee) },
          { label: t('calculator.received'), value: money(result.received) },
          { label: t('calculator.profit'), value: <ProfitText {...profit} />, strong: true },
          { label: t('calculator.breakEven'), value: priceText(breakEven) },
        ]}
      />
    </div>
  )
}

function RateLine({ rate }: { rate: Ppm }) {
  const { t } = useTranslation('wallet')
  const percent = amountInSentence(percentOf(rate), useLanguage(), { percent: true })
  return (
    <chakra.p fontSize="xs" color="fg.muted">
      {t('calculator.rate', { percent })}
    </chakra.p>
  )
}

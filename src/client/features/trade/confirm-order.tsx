import { chakra } from '@chakra-ui/react'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import {
  boundAbove,
  CONFIRM_BOUNDS,
  type ConfirmBound,
  keepConfirmBound,
} from '#client/entities/order/confirm-bound.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { decodeAmount, decodePrice } from '#client/lib/decode.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import type { Intention } from '#client/lib/use-intention.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { divide, formatDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import type { Amount } from '#domain/units.ts'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import { OrderWarnings, useFeeFacts } from './order-figures.tsx'
import type { MarketRules } from './order-form.logic.ts'
import { useRefusalText } from './order-sentences.ts'
import { type OrderFormState, useWarnings } from './use-order-form.ts'

// Without a network it is missing, and the rest goes on without it.
const TradeEffect = lazy(() =>
  import('#client/entities/wallet/trade-effect.tsx').catch(() => ({ default: () => null })),
)

/** The warning is shown at least this long before it can be confirmed, so that a double click cannot confirm it. */
const READING_MS = 800

type ConfirmOrderProps = {
  path: MarketPath
  state: OrderFormState
  intention: Intention<ConfirmedOrder, Order>
  terms: ConfirmedOrder
}

/** The order as it will be sent with what the market warns of, or its outcome if it did not succeed. */
export function ConfirmOrder({ path, state, intention, terms }: ConfirmOrderProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const refusalText = useRefusalText()
  const { t: ofUi } = useTranslation('ui')
  const { refusal, outcomeUnknown, inquiry, outcome, sending } = intention
  const warned = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
  const warnedBefore = useDebounced(warned, READING_MS)
  const stopTotal = stopTotalOf(terms, state.facts.rules)
  const { filled } = state.summary
  const facts = useOrderFacts(path, { terms, stopTotal, filled: terms.kind === 'MARKET' ? filled : undefined })
  const warnings = useWarnings(state) ?? []
  const [unasked, setUnasked] = useState<ConfirmBound>()
  // An order that is sent without a question is shown only if something is to be said about it.
  if (outcome || (terms.unasked && sending)) return null
  const { side, amount, total } = terms
  const accept = () => {
    if (unasked) keepConfirmBound(unasked)
    intention.accept()
  }
  return (
    <ConfirmSheet
      open
      title={t(`confirm.title.${side}`)}
      yes={warned ? t('confirm.force') : outcomeUnknown || refusal ? t('confirm.again') : t(`confirm.yes.${side}`)}
      no={outcomeUnknown ? ofUi('unknown.leave') : t('confirm.no')}
      variant={warned || warnings.length > 0 ? 'primary' : side === 'BUY' ? 'buy' : 'sell'}
      busy={sending || (outcomeUnknown && inquiry === 'asking') || (warned && !warnedBefore)}
      onYes={warned ? () => intention.begin({ ...terms, force: true }) : accept}
      onNo={intention.dismiss}
    >
      <chakra.div display="grid" gap="4">
        <FactList facts={facts} />
        {!warned && <OrderWarnings path={path} state={state} warnings={warnings} />}
        <Suspense fallback={null}>
          <TradeEffect {...{ side, amount, total, stopTotal }} coin={path.tradeFrom} unit={path.tradeTo} />
        </Suspense>
        {refusal && (
          <Notice tone={warned ? 'warning' : 'error'} urgent>
            {refusalText(refusal, { ...terms, unit: unitOf(path.tradeTo) })}
          </Notice>
        )}
        {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
        {!refusal && !outcomeUnknown && warnings.length === 0 && (
          <AskLess path={path} total={total} chosen={unasked} onChange={setUnasked} />
        )}
      </chakra.div>
    </ConfirmSheet>
  )
}

type AskLessProps = {
  path: MarketPath
  total: string
  chosen: ConfirmBound | undefined
  onChange: (chosen: ConfirmBound | undefined) => void
}

/** Offers to place orders as small as this one without asking. The choice is stored once this one is confirmed. */
function AskLess({ path: { tradeTo }, total, chosen, onChange }: AskLessProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const [offered] = useState(() => boundAbove(total, tradeTo))
  if (!offered) return null
  const bound = amountInSentence(CONFIRM_BOUNDS[offered][tradeTo], language, { unit: unitOf(tradeTo) })
  return (
    <Checkbox checked={chosen !== undefined} onChange={(checked) => onChange(checked ? offered : undefined)}>
      {t('confirm.askLess', { bound })}
      {chosen !== undefined && (
        <chakra.small display="block" color="fg.muted" fontSize="xs">
          {t('confirm.askAgain')}
        </chakra.small>
      )}
    </Checkbox>
  )
}

/** The order as it will be sent, line by line. */
function useOrderFacts(
  path: MarketPath,
  { terms, stopTotal, filled }: { terms: ConfirmedOrder; stopTotal: string | undefined; filled: Amount | undefined },
): Fact[] {
  const { t } = useTranslation('trade')
  const { t: ofKind } = useTranslation('orderKinds')
  const { billed, coinOf, pairOf, unitOf } = useCoins()
  const language = useLanguage()
  const base = coinOf(path.tradeFrom)
  // The fee and the proceeds of what the book holds, as the total is.
  const feeFacts = useFeeFacts(
    path,
    filled && base ? { ...terms, amount: formatDecimal(filled, base.decimals) } : terms,
  )
  const { side, kind, unitPrice, stopPrice, stopUnitPrice, trailingDistance, amount, total } = terms
  const quote = unitOf(path.tradeTo)
  const follows = trailingDistance !== undefined
  const priceFact = (label: string, value: string | undefined): Fact[] =>
    value === undefined ? [] : [{ label, value: <DecimalText value={value} unit={quote} /> }]
  const totalFact = (label: string, value: string | undefined): Fact[] => {
    const look = { rounding: side === 'BUY' ? 'up' : 'down', ...billed(path.tradeTo) } as const
    return value === undefined ? [] : [{ label, value: <DecimalText value={value} {...look} />, strong: true }]
  }
  const limit = priceFact(
    follows ? ofKind('trailing.priceNow') : t(kind === 'OCO' ? 'confirm.limit' : 'confirm.price'),
    unitPrice,
  )
  const stop = priceFact(follows ? ofKind('trailing.stopNow') : t('form.stopPrice'), stopPrice)
  return [
    { label: t('confirm.market'), value: pairOf({ base: path.tradeFrom, quote: path.tradeTo }) },
    { label: t('confirm.kind'), value: t(`form.kind.${kind}`) },
    // As in the form: the price that sets a stop off comes first.
    ...(kind === 'OCO' ? [...limit, ...stop] : [...stop, ...limit]),
    ...priceFact(t('confirm.stopLimit'), stopUnitPrice),
    ...distanceFact(terms, { t: ofKind, language, quote }),
    { label: t('confirm.amount'), value: <DecimalText value={amount} unit={unitOf(path.tradeFrom)} /> },
    ...totalFact(t(kind === 'MARKET' ? 'form.estimate' : 'confirm.total'), total),
    ...totalFact(t('confirm.stopTotal'), stopTotal),
    ...feeFacts,
    ...termFacts(terms, { t, ofKind, language }),
  ]
}

/** The total of an OCO order whose stop is set off, which is the worse one. */
function stopTotalOf({ side, amount, stopUnitPrice }: ConfirmedOrder, market: MarketRules): string | undefined {
  if (stopUnitPrice === undefined) return undefined
  const whole = { quantity: decodeAmount(amount, market.base), unitPrice: decodePrice(stopUnitPrice), market }
  return formatDecimal(wholePrice(whole, side === 'BUY' ? 'up' : 'down'), market.quote.decimals)
}

/** The distance of a trailing stop as a price, and in percent of the price from which it begins. */
function distanceFact(
  { side, stopPrice, trailingDistance }: ConfirmedOrder,
  { t, language, quote }: { t: TFunction<'orderKinds'>; language: Language; quote: string },
): Fact[] {
  if (stopPrice === undefined || trailingDistance === undefined) return []
  const [stop, distance] = [decodePrice(stopPrice), decodePrice(trailingDistance)]
  const percent = divide(distance * 10_000n, side === 'BUY' ? stop - distance : stop + distance, 'up')
  return [
    {
      label: t('trailing.distance'),
      value: (
        <>
          <DecimalText value={trailingDistance} unit={quote} /> (
          {amountInSentence(formatDecimal(percent, 2), language, { percent: true })})
        </>
      ),
    },
  ]
}

/** The rule of a stop, and the terms that are not the usual ones. */
function termFacts(
  { side, kind, stopPrice, timeInForce, postOnly, selfTradePrevention, expiresAt }: ConfirmedOrder,
  { t, ofKind, language }: { t: TFunction<'trade'>; ofKind: TFunction<'orderKinds'>; language: Language },
): Fact[] {
  const ruleOf = { OCO: ofKind(`oco.rule.${side}`), TRAILING: ofKind(`trailing.rule.${side}`) }
  const rule = kind === 'OCO' || kind === 'TRAILING' ? ruleOf[kind] : t(`form.stopRule.${side}`)
  return [
    stopPrice !== undefined && { label: t('confirm.trigger'), value: rule },
    timeInForce && { label: t('terms.force.label'), value: t(`terms.force.${timeInForce}`) },
    postOnly && { label: t('terms.postOnly'), value: t('confirm.on') },
    expiresAt && { label: t('terms.expiry'), value: showDate(new Date(expiresAt), language, 'date-time') },
    selfTradePrevention && { label: t('terms.self.label'), value: t(`terms.self.${selfTradePrevention}`) },
  ].filter((fact) => typeof fact === 'object')
}

import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useBalancesHidden } from '#client/entities/wallet/hidden-balances.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { type Amount, amount } from '#domain/units.ts'
import Deal from './deal.tsx'
import {
  allOf,
  missingFor,
  type QuickTradeFacts,
  type QuickTradeForm,
  reduceQuickTrade,
  summarizeQuickTrade,
  validateQuickTrade,
} from './quick-trade.logic.ts'
import { type QuickTradeState, termsOf, useTradeState } from './use-quick-trade.ts'

/**
 * Offered if the unit's balance is too small for a purchase but the other unit has money: the user can convert the missing amount, or pay in the
 * other unit. The offer replaces the button, which could not work, and the form keeps its content.
 */
export function Conversion({ trade, children }: { trade: QuickTradeState; children: ReactNode }) {
  const { form, reason } = trade
  const isShort = reason === 'balance' && form.side === 'BUY' && form.coin !== 'TETHER'
  const [isOpen, setOpen] = useState(false)
  const { state, missing, isPossible } = useConversion(trade)
  return (
    <>
      {isShort && isPossible ? (
        <OfferedConversion trade={trade} missing={missing} conversion={state} onConvert={() => setOpen(true)} />
      ) : (
        children
      )}
      {/* Stays mounted when the conversion has made the balance sufficient. */}
      {isOpen && <Deal trade={state} resumes={false} onEnd={() => setOpen(false)} />}
    </>
  )
}

/** A conversion of the missing amount from the other unit to the unit of the form, by the market of Tether in Toman. */
function useConversion(trade: QuickTradeState): { state: QuickTradeState; missing: Amount; isPossible: boolean } {
  const begun: QuickTradeForm = {
    side: trade.form.unit === 'TETHER' ? 'BUY' : 'SELL',
    coin: 'TETHER',
    unit: 'TOMAN',
    typed: 'amount',
    text: '',
    settled: false,
  }
  const missing = missingFor(trade.form, trade) ?? amount(0n)
  const { coin, facts, awaitsPrice, priceAt, reason: before } = useTradeState(begun)
  const form = convertMissing(begun, missing, facts)
  const summary = summarizeQuickTrade(form, facts)
  const reason = validateQuickTrade({ form, summary, facts }, { supervisor: false, stale: before === 'priceStale' })
  const terms = termsOf(form, { summary, facts })
  const state = { form, dispatch: () => undefined, coin, facts, summary, reason, awaitsPrice, priceAt, terms }
  // Without a price for Tether, the form falls back to another coin.
  const isTether = coin?.symbol === 'TETHER'
  return { state, missing, isPossible: isTether && terms !== undefined && reason === undefined }
}

type OfferedProps = { trade: QuickTradeState; missing: Amount; conversion: QuickTradeState; onConvert: () => void }

function OfferedConversion({ trade, missing, conversion, onConvert }: OfferedProps) {
  const { t } = useTranslation('deal')
  const language = useLanguage()
  const isHidden = useBalancesHidden()
  const { coinOf, nameOf, unitOf } = useCoins()
  const { unit } = trade.form
  const other = unit === 'TETHER' ? 'TOMAN' : 'TETHER'
  const figure = (symbol: string, text = '0', rounding: 'up' | 'down' = 'down') =>
    amountInSentence(text, language, {
      fractionMax: coinOf(symbol)?.shownDecimals ?? 8,
      rounding,
      unit: unitOf(symbol),
    })
  const { terms, summary } = conversion
  const figures = {
    missing: figure(unit, formatDecimal(missing, coinOf(unit)?.decimals ?? 0), 'up'),
    spent: figure(other, conversion.form.side === 'BUY' ? terms?.total : terms?.amount, 'up'),
    received: figure(unit, terms?.received),
  }
  const isEnough = summary.received !== undefined && summary.received >= missing
  return (
    <Notice
      tone="info"
      action={
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button size="sm" onClick={onConvert}>
            {isHidden ? t('convert.hidden', { from: nameOf(other), to: nameOf(unit) }) : t('convert.action')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => trade.dispatch({ type: 'unit', unit: other })}>
            {t(`convert.pay.${other}`)}
          </Button>
        </chakra.div>
      }
    >
      {isHidden ? t('convert.other') : t(isEnough ? 'convert.text' : 'convert.less', figures)}
    </Notice>
  )
}

/**
 * The smallest trade that yields the missing amount after its fee, in the coin's steps and from its minimum on; or the whole balance, if that is too
 * small. Without a balance or a price the form is unchanged.
 */
function convertMissing(begun: QuickTradeForm, missing: Amount, facts: QuickTradeFacts): QuickTradeForm {
  const { coin } = facts
  const all = allOf(begun, facts)
  if (!all || !coin) return begun
  const whole = reduceQuickTrade(begun, all)
  const { amount: most, received } = summarizeQuickTrade(whole, facts)
  if (most === undefined || received === undefined || received <= missing) return whole
  const step = powerOfTen(coin.decimals - coin.precision)
  const trading = (steps: bigint) =>
    reduceQuickTrade(begun, { type: 'amount', text: formatDecimal(amount(steps * step), coin.decimals) })
  const isEnough = (steps: bigint) => (summarizeQuickTrade(trading(steps), facts).received ?? 0n) >= missing
  let enough = most / step
  let tooFew = (coin.exchangeMin - 1n) / step
  while (enough - tooFew > 1n) {
    const middle = (enough + tooFew) / 2n
    if (isEnough(middle)) enough = middle
    else tooFew = middle
  }
  return trading(enough)
}

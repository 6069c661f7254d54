import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalancesHidden } from '#client/lib/hidden-balances.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import Deal from './deal.tsx'
import {
  allOf,
  type QuickTradeForm,
  reduceQuickTrade,
  summarizeQuickTrade,
  validateQuickTrade,
} from './quick-trade.logic.ts'
import { type QuickTradeState, termsOf, useTradeState } from './use-quick-trade.ts'

/**
 * Where the unit has too little for a purchase and the other unit has money: that money is converted, or pays itself.
 * The form stays as it was typed.
 */
export function Conversion({ trade }: { trade: QuickTradeState }) {
  const { form, reason } = trade
  const isShort = reason === 'balance' && form.side === 'BUY' && form.coin !== 'TETHER'
  const [isOpen, setOpen] = useState(false)
  const conversion = useConversion(form)
  // What is under way stays while its answer makes the balance enough.
  if (!isOpen && !(isShort && conversion.isPossible)) return null
  return (
    <>
      {isShort && <OfferedConversion trade={trade} conversion={conversion.state} onConvert={() => setOpen(true)} />}
      {isOpen && <Deal trade={conversion.state} resumes={false} onEnd={() => setOpen(false)} />}
    </>
  )
}

/** All of the other unit into the unit of the form, which the market of Tether in Toman does. */
function useConversion({ unit }: QuickTradeForm): { state: QuickTradeState; isPossible: boolean } {
  const begun: QuickTradeForm = {
    side: unit === 'TETHER' ? 'BUY' : 'SELL',
    coin: 'TETHER',
    unit: 'TOMAN',
    typed: 'amount',
    text: '',
    settled: false,
  }
  const { coin, facts, awaitsPrice, priceAt, reason: before } = useTradeState(begun)
  const all = allOf(begun, facts)
  const form = all ? reduceQuickTrade(begun, all) : begun
  const summary = summarizeQuickTrade(form, facts)
  const reason = validateQuickTrade({ form, summary, facts }, { supervisor: false, stale: before === 'priceStale' })
  const terms = termsOf(form, { summary, facts })
  const state = { form, dispatch: () => undefined, coin, facts, summary, reason, awaitsPrice, priceAt, terms }
  return { state, isPossible: terms !== undefined && reason === undefined }
}

type OfferedProps = { trade: QuickTradeState; conversion: QuickTradeState; onConvert: () => void }

function OfferedConversion({ trade, conversion, onConvert }: OfferedProps) {
  const { t } = useTranslation('deal')
  const language = useLanguage()
  const isHidden = useBalancesHidden()
  const { billed, coinOf, nameOf } = useCoins()
  const { unit } = trade.form
  const other = unit === 'TETHER' ? 'TOMAN' : 'TETHER'
  const figure = (symbol: string, text: string | undefined) => amountInSentence(text ?? '0', language, billed(symbol))
  const balance = trade.facts.balance ?? 0n
  const spent = conversion.form.side === 'BUY' ? conversion.terms?.total : conversion.terms?.amount
  const figures = {
    has: figure(unit, formatDecimal(balance, coinOf(unit)?.decimals ?? 0)),
    spent: figure(other, spent),
    received: figure(unit, conversion.terms?.received),
  }
  return (
    <Notice
      tone="info"
      action={
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button size="sm" onClick={onConvert}>
            {isHidden
              ? t('convert.hidden', { from: nameOf(other), to: nameOf(unit) })
              : t('convert.action', { from: figures.spent, to: figures.received })}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => trade.dispatch({ type: 'unit', unit: other })}>
            {t(`convert.pay.${other}`)}
          </Button>
        </chakra.div>
      }
    >
      {isHidden ? t('convert.other') : t('convert.text', { has: figures.has, other: figures.spent })}
    </Notice>
  )
}

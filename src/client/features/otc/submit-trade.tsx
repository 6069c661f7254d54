import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FeeText } from '#client/entities/coin/fee-text.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Session } from '#client/entities/session/session.ts'
import { useBalancesHidden } from '#client/entities/wallet/balance-text.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { besideKeyboard } from '#client/ui/media.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { type Amount, amount } from '#domain/units.ts'
import { BalanceLine } from './balance-line.tsx'
import { allOf } from './balance-share.ts'
import Deal from './deal.tsx'
import { GoldHours, MesghalField } from './mesghal-field.tsx'
import { type OutsidePart, OutsideWallet } from './outside-wallet.tsx'
import {
  missingFor,
  type QuickTradeFacts,
  type QuickTradeReason,
  summarizeQuickTrade,
  validateQuickTrade,
} from './quick-trade.logic.ts'
import { useAnyReasonText } from './reason-text.ts'
import { useFeeLabel } from './use-fee-label.ts'
import { type QuickTradeState, termsOf, useTradeState } from './use-quick-trade.ts'
import { type QuickTradeForm, reduceQuickTrade, usePricedForm } from './use-trade-choice.ts'

/** One file of code: each further one would be a request more of the same visit. */
export { BalanceLine, MesghalField }

type SubmitTradeProps = {
  trade: QuickTradeState
  session: Session
  /** Set once the button was pressed on an invalid form: from then on the reason is shown. */
  attempted: boolean
  outside: OutsidePart
}

/** The fee and the last button; for an unverified user a link to the verification. */
export default function SubmitTrade({ trade, session, attempted, outside }: SubmitTradeProps) {
  const { t } = useTranslation('deal')
  const { t: ofForm } = useTranslation('otc')
  const { billed, nameOf } = useCoins()
  const reasonId = useId()
  const reasonText = useAnyReasonText(trade)
  const feeLabel = useFeeLabel()
  const { authorized } = session
  useEffect(() => {
    if (authorized) void import('./deal.tsx')
  }, [authorized])
  const { form, reason, terms } = trade
  if (!authorized)
    return (
      <Notice tone="info" action={<TextLink to="/profile/account">{t('unverified.action')}</TextLink>}>
        {t('unverified.text')}
      </Notice>
    )
  const arriving = form.side === 'BUY' ? form.coin : form.unit
  const look = billed(arriving)
  // An amount out of bounds has no fee and no proceeds.
  const billable = reason === 'belowMin' || reason === 'aboveMax' ? undefined : terms
  const why = shownReason({ reason: reason ?? (terms ? undefined : 'pending'), attempted })
  return (
    <>
      {form.coin === 'GOLD' && <GoldHours unit={form.unit} />}
      {terms && (
        <FactList
          dense
          facts={[
            {
              label: feeLabel,
              value: <FeeText {...terms} fee={billable?.fee} base={form.coin} quote={form.unit} rounding="nearest" />,
            },
            { label: t('received'), value: <DecimalText value={billable?.received} {...look} />, strong: true },
          ]}
        />
      )}
      {!session.supervisor && <OutsideWallet trade={trade} attempted={attempted} {...outside} />}
      <End position={form.text === '' ? 'static' : { base: 'sticky', lg: 'static' }}>
        <StuckTotal trade={trade} />
        <Conversion trade={trade}>
          <ServerButton
            type="submit"
            size="lg"
            full
            variant={form.side === 'BUY' ? 'buy' : 'sell'}
            disabled={reason === 'supervisor'}
            aria-describedby={why ? reasonId : undefined}
          >
            {ofForm(`submit.${form.side}`, { name: nameOf(form.coin) })}
          </ServerButton>
        </Conversion>
        {why && (
          <chakra.p id={reasonId} role="status" fontSize="sm" color="fg.muted" textAlign="center" paddingTop="2">
            {reasonText(why)}
          </chakra.p>
        )}
      </End>
      {form.side === 'BUY' && !session.supervisor && (
        <chakra.p fontSize="sm" textAlign="center">
          <TextLink to="/profile/recurring" search={{ market: `${form.coin}_${form.unit}` }}>
            {t('recurring', { name: nameOf(form.coin) })}
          </TextLink>
        </chakra.p>
      )}
    </>
  )
}

/** Sticks above the phone's bottom bar, however long the form is, once the form can be confirmed. Before that it covers no field. */
const End = chakra('div', {
  base: {
    bottom: 'calc(4rem + env(safe-area-inset-bottom))',
    paddingBlock: '2',
    bg: 'surface',
    zIndex: '1',
    lg: { paddingBlock: '0' },
    // An offer is too tall to stick: on a small phone it would cover the fields.
    '&:has([data-offer])': { position: 'static' },
    ...besideKeyboard({ bottom: '0' }),
  },
})

/** The total again, whose field lies below the stuck button on a phone. */
function StuckTotal({ trade: { form, terms } }: { trade: QuickTradeState }) {
  const { t } = useTranslation('otc')
  const { billed } = useCoins()
  if (!terms || form.typed === 'total') return null
  return (
    <chakra.p
      aria-hidden="true"
      display={{ base: 'flex', lg: 'none' }}
      flexWrap="wrap"
      justifyContent="space-between"
      paddingBottom="2"
      fontSize="sm"
      fontWeight="semibold"
    >
      {t(`total.${form.side}`)} <DecimalText value={terms.total} {...billed(form.unit)} />
    </chakra.p>
  )
}

/** The reason below the button: always one that belongs to no field, others only after a press. */
function shownReason({ reason, attempted }: { reason: QuickTradeReason | undefined; attempted: boolean }) {
  if (reason === 'supervisor' || reason === 'priceStale') return reason
  return reason === 'pending' && attempted ? reason : undefined
}

/**
 * Offered if the unit's balance is too small for a purchase but the other unit has money: the user can convert the missing amount, or pay in the
 * other unit. The offer replaces the button, which could not work, and the form keeps its content.
 */
function Conversion({ trade, children }: { trade: QuickTradeState; children: ReactNode }) {
  const { form, reason } = trade
  const isShort = reason === 'balance' && form.side === 'BUY' && form.coin !== 'TETHER'
  const [isOpen, setOpen] = useState(false)
  const { state, missing, isPossible } = useConversion(trade)
  return (
    <>
      {isShort && isPossible ? (
        <div data-offer>
          <OfferedConversion trade={trade} missing={missing} conversion={state} onConvert={() => setOpen(true)} />
        </div>
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
  const priced = useTradeState(usePricedForm(begun))
  const { coin, facts } = priced
  const form = convertMissing(begun, missing, facts)
  const summary = summarizeQuickTrade(form, facts)
  const reason = validateQuickTrade({ form, summary, facts }, { supervisor: false, stale: priced.isStale })
  const terms = termsOf(form, { summary, facts })
  const state = { ...priced, form, dispatch: () => undefined, unit: form.unit, summary, reason, terms }
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

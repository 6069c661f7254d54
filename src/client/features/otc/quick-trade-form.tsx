import { lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { Form, useClearance } from '#client/ui/form.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { BalanceRoom, ButtonRoom, EmptyField, formColumn, LoginLink } from './form-room.tsx'
import { goldWeight } from './gold-weight.ts'
import type { AskOutside, OutsidePart } from './outside-wallet.tsx'
import type { OutsideTerms } from './quick-trade.commands.ts'
import { canSettle, QUICK_TRADE, restAfterSale, restOfTotal } from './quick-trade.logic.ts'
import { useReasonText } from './quick-trade-sentences.ts'
import { type QuickTradeState, useTradeState } from './use-quick-trade.ts'
import type { TradeChoice } from './use-trade-choice.ts'

// One file of the parts that visitors do not need.
const loadUsersPart = () => import('./submit-trade.tsx')
const SubmitTrade = lazy(loadUsersPart)
const MesghalField = lazy(async () => ({ default: (await loadUsersPart()).MesghalField }))
const BalanceLine = lazy(async () => ({ default: (await loadUsersPart()).BalanceLine }))
// Only a confirmation needs it; the submit button of a verified user prefetches it.
const Deal = lazy(() => import('./deal.tsx'))

/** The trade that is being confirmed. `outside`: the destination of what is bought, if it leaves. */
type Confirming = { readonly resumes: boolean; readonly outside?: OutsideTerms | undefined }

const whatToConfirm = (): Confirming | undefined => (hasPending(QUICK_TRADE) ? { resumes: true } : undefined)

/** The space that the bars at the screen's edges and the button leave to the focused field, and to the rows of the summary. */
const CLEARANCE = { '& input, & dl > div': { scrollMarginBlock: '5rem 15rem' } }

/** The form that a visitor filled in: it is there for the user who comes back from the login. */
const FORM = tabValue(
  'visitor-quick-trade',
  z.object({
    side: z.enum(['BUY', 'SELL']),
    unit: z.enum(['TOMAN', 'TETHER']),
    coin: z.string(),
    typed: z.enum(['amount', 'total']),
    text: z.string(),
  }),
  { wipedAtLogout: false },
)

/**
 * A reload keeps the form of a visitor, and it is filled in again for the user who comes back from the login. A link that names a coin begins a trade of
 * its own.
 */
function useVisitorsForm({ form, dispatch }: TradeChoice): void {
  const session = useSession()
  const restore = useEffectEvent(() => {
    const kept = FORM.read()
    FORM.drop()
    if (!kept || new URLSearchParams(location.search).has('coin')) return
    const { side, unit, coin, typed, text } = kept
    dispatch({ type: 'side', side })
    dispatch({ type: 'unit', unit })
    dispatch({ type: 'coin', coin })
    dispatch({ type: typed, text })
  })
  useEffect(() => restore(), [])
  const hadText = useRef(false)
  useEffect(() => {
    if (session !== null) return
    if (form.text !== '') FORM.keep(form)
    // Only after it had text: at first the form is empty because what was kept is still on its way into it.
    else if (hadText.current) FORM.drop()
    hadText.current ||= form.text !== ''
  }, [session, form])
}

/** The fields of quick trade, its last button and its confirmation. */
export default function QuickTradeForm({ choice }: { choice: TradeChoice }) {
  const trade = { ...choice, ...useTradeState(choice) }
  const { form, dispatch, terms, reason } = trade
  const [attempted, setAttempted] = useState(false)
  // A trade that lost its answer before a reload is resumed.
  const [confirming, setConfirming] = useState(whatToConfirm)
  // The outside wallet of a purchase: asked for by a press, told what was refused, and empty again after a trade.
  const askOutside = useRef<AskOutside>(null)
  const [refusal, onRefused] = useState<Error>()
  const [round, setRound] = useState(0)
  const clearance = useClearance(form.text !== '')
  useVisitorsForm(choice)
  const press = (event: SubmitEvent) => {
    event.preventDefault()
    const destination = askOutside.current?.()
    const isReady = terms !== undefined && reason === undefined && destination !== false
    setAttempted(!isReady)
    setConfirming(isReady ? { resumes: false, outside: destination } : undefined)
  }
  return (
    <>
      <Form {...formColumn} {...clearance} css={CLEARANCE} noValidate onSubmit={press}>
        <QuickTradeFields trade={trade} attempted={attempted} balance={<Balance trade={trade} />} />
        <LastStep key={round} {...{ trade, attempted }} outside={{ ask: askOutside, refusal, onRefused }} />
      </Form>
      <Suspense>
        {confirming && (
          <Deal
            trade={trade}
            {...confirming}
            onEnd={({ done, refusal: refused }) => {
              setConfirming(undefined)
              onRefused(refused)
              if (!done) return
              dispatch({ type: 'clear' })
              setRound(round + 1)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

type QuickTradeFieldsProps = { trade: QuickTradeState; attempted: boolean; balance: ReactNode }

/**
 * Amount and total: the user types either, and the other follows by the unit price. The balance is shown between them, next to the field that spends
 * it.
 */
function QuickTradeFields({ trade, attempted, balance }: QuickTradeFieldsProps) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const { form, dispatch, coin, facts, summary, reason } = trade
  const reasonText = useReasonText(trade)
  const left = restAfterSale(form, { summary, facts })
  const shown = (quantity: bigint) =>
    coin && amountInSentence(formatDecimal(quantity, coin.decimals), language, { unit: unitOf(form.coin) })
  const rest = coin && left && { amount: shown(left), min: shown(coin.exchangeMin) }
  const unspent = restOfTotal(form, { summary, facts })
  const inUnit = (text: string) => amountInSentence(text, language, { unit: unitOf(form.unit) })
  const isAmount = reason === 'belowMin' || reason === 'aboveMax' || (reason === 'amountRequired' && attempted)
  const amountProblem = isAmount ? reasonText(reason) : undefined
  const balanceProblem = reason === 'balance' ? reasonText('balance') : undefined
  const isMesghal = goldWeight.use() === 'mesghal' && form.coin === 'GOLD'
  const zero = showDecimal('0', language)
  const amountField = {
    label: t('amount'),
    placeholder: zero,
    aside: <Range trade={trade} />,
    hint: rest && t('rest', rest),
    problem: amountProblem ?? (form.side === 'SELL' ? balanceProblem : undefined),
  }
  return (
    <>
      {isMesghal ? (
        <Suspense fallback={<EmptyField {...amountField} unit={unitOf(form.coin)} />}>
          <MesghalField trade={trade} {...amountField} />
        </Suspense>
      ) : (
        <DecimalField
          {...amountField}
          name="amount"
          decimals={coin?.precision ?? 8}
          unit={unitOf(form.coin)}
          value={summary.amountText}
          onChange={(text) => dispatch({ type: 'amount', text })}
        />
      )}
      {balance}
      <DecimalField
        label={t(`total.${form.side}`)}
        name="total"
        decimals={facts.quote?.billedDecimals ?? 0}
        unit={unitOf(form.unit)}
        placeholder={zero}
        value={summary.totalText}
        onChange={(text) => dispatch({ type: 'total', text })}
        onBlur={() => canSettle(reason, summary) && dispatch({ type: 'settle' })}
        // Shown already while typing: a line that appears with the press would move the button.
        hint={
          unspent &&
          !reason &&
          // By name: once it is settled, the field shows the exact cost in place of what was typed.
          t('unspent', { amount: inUnit(unspent), typed: inUnit(form.text) })
        }
        problem={form.side === 'BUY' ? balanceProblem : undefined}
      />
    </>
  )
}

function Range({ trade: { coin } }: { trade: QuickTradeState }) {
  const { t } = useTranslation('otc')
  const language = useLanguage()
  if (!coin) return null
  const show = (bound: bigint) => amountInSentence(formatDecimal(bound, coin.decimals), language)
  return <>{t('range', { min: show(coin.exchangeMin), max: show(coin.exchangeMax) })}</>
}

/** The available balance; its space is reserved until it is loaded. */
function Balance({ trade }: { trade: QuickTradeState }) {
  const session = useSession()
  return (
    <BalanceRoom coin={trade.form.coin}>
      <Suspense>{session && <BalanceLine trade={trade} />}</Suspense>
    </BalanceRoom>
  )
}

type LastStepProps = { trade: QuickTradeState; attempted: boolean; outside: OutsidePart }

/** A link to the login for a visitor, the trade button for a user. */
function LastStep({ trade, attempted, outside }: LastStepProps) {
  const session = useSession()
  if (session === null) return <LoginLink />
  const room = <ButtonRoom form={trade.form} />
  if (!session) return room
  return (
    <Suspense fallback={room}>
      <SubmitTrade trade={trade} session={session} attempted={attempted} outside={outside} />
    </Suspense>
  )
}

import { chakra } from '@chakra-ui/react'
import { type FocusEvent, lazy, type SubmitEvent, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { type FirstChoice, QUICK_TRADE } from './quick-trade.logic.ts'
import { CoinPicker, loadUsersPart, PriceLine, QuickTradeFields } from './quick-trade-fields.tsx'
import { type QuickTradeState, useQuickTrade } from './use-quick-trade.ts'

// Only a confirmation needs it; the submit button of a verified user prefetches it.
const Deal = lazy(() => import('./deal.tsx'))

const whatToConfirm = (): 'new' | 'resumed' | undefined => (hasPending(QUICK_TRADE) ? 'resumed' : undefined)

/** Scrolls a field out from under the bars at the screen's edges, by its scroll margins. */
function standClear(element: Element | null) {
  if (element instanceof HTMLInputElement && element.form) element.scrollIntoView({ block: 'nearest' })
}

/** Keeps the focused field, and the rows of the summary when they are scrolled to, clear of the screen's edges. */
function useClearance(isFilled: boolean) {
  useEffect(() => {
    // With the first digit the button sticks above the bottom bar, where it may cover the focused field.
    if (isFilled) standClear(document.activeElement)
  }, [isFilled])
  return {
    css: { '& input, & dl > div': { scrollMarginBlock: '5rem 15rem' } },
    onFocus: (event: FocusEvent) => standClear(event.target),
  }
}

/** Quick trade at the quoted price. Visitors can use it up to the last button. */
export function QuickTrade({ first }: { first?: FirstChoice | undefined }) {
  const { t } = useTranslation('otc')
  const trade = useQuickTrade(first)
  const { form, dispatch, terms, reason } = trade
  const [attempted, setAttempted] = useState(false)
  // A trade that lost its answer before a reload is resumed.
  const [confirming, setConfirming] = useState(whatToConfirm)
  const clearance = useClearance(form.text !== '')
  const press = (event: SubmitEvent) => {
    event.preventDefault()
    const isReady = terms !== undefined && reason === undefined
    setAttempted(!isReady)
    setConfirming(isReady ? 'new' : undefined)
  }
  return (
    <chakra.section display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3.5" aria-label={t('title')}>
      <Segmented
        label={t('side.label')}
        value={form.side}
        options={[
          { value: 'BUY', label: t('side.BUY'), tone: 'buy' },
          { value: 'SELL', label: t('side.SELL'), tone: 'sell' },
        ]}
        onChange={(side) => dispatch({ type: 'side', side })}
      />
      {/* With large letters on a small screen, the units wrap below the coin. */}
      <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <chakra.div flex="999 1 7.25rem" minWidth="0">
          <CoinPicker unit={form.unit} value={form.coin} onChoose={(coin) => dispatch({ type: 'coin', coin })} />
        </chakra.div>
        <chakra.div flex="1 0 auto" maxWidth="full">
          <UnitChoice trade={trade} />
        </chakra.div>
      </chakra.div>
      <PriceLine trade={trade} />
      <Form
        // The submit button sticks to the screen's edge, which a grid item could not.
        display="flex"
        flexDirection="column"
        gap="3.5"
        {...clearance}
        noValidate
        onSubmit={press}
      >
        <QuickTradeFields trade={trade} attempted={attempted} balance={<Balance trade={trade} />} />
        <LastStep trade={trade} attempted={attempted} />
      </Form>
      <Suspense>
        {confirming && (
          <Deal
            trade={trade}
            resumes={confirming === 'resumed'}
            onEnd={({ done }) => {
              setConfirming(undefined)
              if (done) dispatch({ type: 'clear' })
            }}
          />
        )}
      </Suspense>
    </chakra.section>
  )
}

function UnitChoice({ trade: { form, dispatch } }: { trade: QuickTradeState }) {
  const { t } = useTranslation('otc')
  // No coin is priced in itself: the choice would replace the coin.
  const units = unitsOf(useLanguage()).filter((unit) => unit !== form.coin)
  return (
    <Segmented
      label={t('unit.label')}
      value={form.unit}
      options={units.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
      onChange={(unit) => dispatch({ type: 'unit', unit })}
    />
  )
}

// Lazy, since visitors do not need it.
const SubmitTrade = lazy(loadUsersPart)
const BalanceLine = lazy(async () => ({ default: (await loadUsersPart()).BalanceLine }))

/** The available balance; its space is reserved until it is loaded. */
function Balance({ trade }: { trade: QuickTradeState }) {
  const session = useSession()
  if (session === null || session?.authorized === false || session?.supervisor) return null
  return (
    <chakra.div minHeight="9rem">
      <Suspense>{session && <BalanceLine trade={trade} />}</Suspense>
    </chakra.div>
  )
}

/** A link to the login for a visitor, the trade button for a user. */
function LastStep({ trade, attempted }: { trade: QuickTradeState; attempted: boolean }) {
  const { t } = useTranslation('otc')
  const { nameOf } = useCoins()
  const session = useSession()
  const { form } = trade
  useEffect(() => {
    if (session === null && form.text) void loadUsersPart().then(({ keepForm }) => keepForm(form))
  }, [session, form])
  if (session === null)
    return (
      <ButtonLink to="/login" search={{ next: '/profile/otc' }} size="lg" full>
        {t('login')}
      </ButtonLink>
    )
  const { side, coin } = form
  const room = (
    <Button size="lg" full disabled variant={side === 'BUY' ? 'buy' : 'sell'}>
      {t(`submit.${side}`, { name: nameOf(coin) })}
    </Button>
  )
  return session ? (
    <Suspense fallback={room}>
      <SubmitTrade trade={trade} session={session} attempted={attempted} />
    </Suspense>
  ) : (
    room
  )
}

import { chakra } from '@chakra-ui/react'
import { memo, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { CONFIRM_BOUNDS, confirmBound } from '#client/entities/order/confirm-bound.ts'
import { useSession } from '#client/entities/session/session.ts'
import { ProfitCalculatorButton } from '#client/entities/wallet/profit-calculator-button.tsx'
import { decodeAmount } from '#client/lib/decode.ts'
import { Form, useClearance } from '#client/ui/form.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { parseDecimal } from '#domain/decimal.ts'
import type { Side } from '#domain/order.ts'
import { NARROW_FORM } from './dense-field.tsx'
import type { MarketPath } from './market-path.ts'
import { type ConfirmedOrder, FORM_KINDS, type FormKind } from './order.commands.ts'
import { type OrderWarning, visibleProblems } from './order-checks.ts'
import { useDesk } from './order-desk.tsx'
import { OrderFields } from './order-fields.tsx'
import { AvailableLine, OrderFigures, OrderWarnings } from './order-figures.tsx'
import { hasAmount } from './order-form.logic.ts'
import { useProblemText } from './order-sentences.ts'
import { OrderTerms } from './order-terms.tsx'
import { type OrderFormState, useWarnings } from './use-order-form.ts'

export const ORDER_FORM_ID = 'order-form'
const orderForm = () => document.getElementById(ORDER_FORM_ID)

/** Moves the focus to the first field of the form, which markets, chart and book stand before. */
export const focusOrderForm = () => orderForm()?.querySelector<HTMLElement>('input:not([type=range])')?.focus()

/** The order form, up to the button that opens the confirmation. */
export function OrderForm({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { state, intention } = useDesk()
  const { form, facts, dispatch } = state
  const warnings = useWarnings(state)
  const isQuiet = useQuiet(path, state, warnings)
  const { isWaiting, press } = usePress(state, (terms) =>
    isQuiet(terms) ? intention.begin({ ...terms, unasked: true }) : intention.propose(terms),
  )
  const isBegun = hasAmount(form)
  const clearance = useClearance(isBegun)
  // A key renders the fields; the parts that are read after typing follow in a render that the next key interrupts.
  const late = useDeferredValue(state)
  return (
    <Form
      id={ORDER_FORM_ID}
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
      containerType="inline-size"
      aria-label={t('form.title')}
      data-begun={isBegun || undefined}
      {...clearance}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <SideField side={form.side} dispatch={dispatch} />
      <KindField kind={form.kind} supervisor={facts.supervisor} dispatch={dispatch} />
      {facts.supervisor && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('form.supervisor')}
        </chakra.p>
      )}
      <OrderFields path={path} state={state} />
      <LateAvailable path={path} state={late} />
      <LateFigures path={path} state={late} />
      {!state.problems.distance && <OrderWarnings path={path} state={state} warnings={warnings ?? []} />}
      <FormProblem path={path} state={state} />
      <FormEnd path={path} side={form.side} waiting={isWaiting || intention.sending} />
      <chakra.div display="flex" alignItems="center" gap="1">
        <chakra.div flex="1" minWidth="0">
          <OrderTerms path={path} state={state} />
        </chakra.div>
        <Calculating path={path} />
      </chakra.div>
    </Form>
  )
}

const LateAvailable = memo(AvailableLine)
const LateFigures = memo(OrderFigures)

/** The calculator begins with what a user holds, so that a visitor has none. */
const Calculating = memo(function Calculating({ path }: { path: MarketPath }) {
  const { t } = useTranslation('orders')
  if (!useSession()?.authorized) return null
  return <ProfitCalculatorButton small label={t('calculator')} coin={path.tradeFrom} unit={path.tradeTo} />
})

type Chosen = Pick<OrderFormState, 'dispatch'>

const SideField = memo(function SideField({ side, dispatch }: Chosen & { side: Side }) {
  const { t } = useTranslation('trade')
  return (
    <Segmented
      label={t('form.side.label')}
      value={side}
      options={[
        { value: 'BUY', label: t('form.side.BUY'), tone: 'buy' },
        { value: 'SELL', label: t('form.side.SELL'), tone: 'sell' },
      ]}
      onChange={(chosen) => dispatch({ type: 'side', side: chosen })}
    />
  )
})

type KindFieldProps = Chosen & { kind: FormKind; supervisor: boolean }

/** Tabs; in a narrow form, where they do not fit, the browser's own picker. */
const KindField = memo(function KindField({ kind: chosen, supervisor, dispatch }: KindFieldProps) {
  const { t } = useTranslation('trade')
  const kinds = supervisor ? FORM_KINDS.slice(0, 1) : FORM_KINDS
  const onChange = (kind: FormKind) => dispatch({ type: 'kind', kind })
  return (
    <>
      <chakra.div css={{ '& > *': { gap: '1', justifyContent: 'space-between' }, [NARROW_FORM]: { display: 'none' } }}>
        <Segmented
          label={t('form.kind.label')}
          look="underline"
          value={chosen}
          options={kinds.map((kind) => ({
            value: kind,
            label: t(`form.kind.short.${kind}`),
            name: t(`form.kind.${kind}`),
          }))}
          onChange={onChange}
        />
      </chakra.div>
      <NarrowKind>
        <SelectField
          label={t('form.kind.label')}
          name="kind"
          value={chosen}
          options={kinds.map((kind) => ({ value: kind, label: t(`form.kind.short.${kind}`) }))}
          onChange={onChange}
        />
      </NarrowKind>
    </>
  )
})

/** Its label is for screen readers alone. */
const NarrowKind = chakra('div', {
  base: {
    display: 'none',
    position: 'relative',
    '& > div > div:first-of-type:has(label)': { position: 'absolute', opacity: '0', pointerEvents: 'none' },
    [NARROW_FORM]: { display: 'block' },
  },
})

/** The button of the form, or what its user has to do before the first order. A visitor comes back to this market after the login. */
const FormEnd = memo(function FormEnd({ path, side, waiting }: { path: MarketPath; side: Side; waiting: boolean }) {
  const { t } = useTranslation('trade')
  const { nameOf } = useCoins()
  const session = useSession()
  if (session === null)
    return (
      <ButtonLink to="/login" search={{ next: `/profile/trade/${path.tradeTo}/${path.tradeFrom}` }} size="lg" full>
        {t('form.login')}
      </ButtonLink>
    )
  if (session && !session.authorized)
    return (
      <Notice tone="info" action={<TextLink to="/profile/account">{t('form.unverified.action')}</TextLink>}>
        {t('form.unverified.text')}
      </Notice>
    )
  return (
    <ServerButton
      type="submit"
      size="lg"
      full
      variant={side === 'BUY' ? 'buy' : 'sell'}
      loading={waiting}
      disabled={!session}
    >
      {t(`form.submit.${side}`, { name: nameOf(path.tradeFrom) })}
    </ServerButton>
  )
})

/** Remembers a press while a market order is being priced: the confirmation opens once the estimate arrives, unless the order has changed. */
function usePress(
  { form, problems, terms, dispatch }: OrderFormState,
  propose: (terms: ConfirmedOrder) => void,
): { readonly isWaiting: boolean; readonly press: () => void } {
  const order = [form.side, form.kind, form.amount, form.total ?? '', form.pick ?? '', form.timeInForce].join(' ')
  const [pressed, setPressed] = useState<string>()
  const isValid = Object.keys(problems).length === 0
  const isPriced = terms !== undefined || form.kind !== 'MARKET' || !isValid
  const onPriced = useEffectEvent(() => {
    setPressed(undefined)
    if (pressed === order && isValid && terms) propose(terms)
  })
  useEffect(() => {
    if (isPriced) onPriced()
  }, [isPriced])
  const press = () => {
    dispatch({ type: 'attempt' })
    if (!isValid) return
    if (terms) propose(terms)
    else setPressed(order)
  }
  return { isWaiting: pressed === order && !isPriced, press }
}

/**
 * Whether an order is sent without a question: its total is below the bound that the user has chosen, and nothing warns of it. The market's own
 * warning of a far price always asks.
 */
function useQuiet(path: MarketPath, { facts }: OrderFormState, warnings: readonly OrderWarning[] | undefined) {
  const { decimals } = facts.rules.quote
  return ({ total }: ConfirmedOrder) => {
    const bound = parseDecimal(CONFIRM_BOUNDS[confirmBound()][path.tradeTo], decimals) ?? 0n
    return warnings?.length === 0 && decodeAmount(total, { decimals }) < bound
  }
}

function FormProblem({ path, state }: { path: MarketPath; state: OrderFormState }) {
  const textOf = useProblemText(state.facts.rules, path)
  const problem = visibleProblems(state.form, state.problems).form
  if (!problem) return null
  return (
    <Notice tone="warning" urgent>
      {textOf(problem)}
    </Notice>
  )
}

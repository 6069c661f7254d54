import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { sideOf } from '#client/entities/order/traded-price.ts'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { type ApiRefusal, isRefusal } from '#client/lib/call-api.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { refusedField } from '#client/lib/refused-field.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { parseUnitPrice, wholePrice } from '#domain/market.ts'
import {
  changesOf,
  expiryChange,
  expiryOf,
  expiryProblemOf,
  FIELDS,
  type Field,
  type Figures,
  figuresOf,
  keepsPlace,
} from './amendment.ts'
import { useEndedOrder } from './cancel-orders.tsx'
import { marketDetailsQuery } from './market.queries.ts'
import { AMEND_ORDER, AmendTerms, amendOrder, refreshAfterOrder } from './order.commands.ts'
import { useRefusalText } from './order-sentences.ts'
import { useMarketRules } from './use-order-form.ts'

const ExpiryField = lazy(() => import('./expiry-field.tsx'))

type AmendOrderProps = {
  /** Absent: resumes a change without an answer. */
  order: Order | undefined
  /** Figures to begin with instead of those of now. */
  proposed?: Figures
  onClose: () => void
}

/** Changes the prices, the amount and the expiry of an open order in one command. A leg of an OCO order cannot be changed. */
export function AmendOrder(props: AmendOrderProps) {
  const { t } = useTranslation('trade')
  if (!props.order?.linkedOrderId) return <AmendSheet {...props} />
  return (
    <Sheet open title={t('amend.title')} onClose={props.onClose}>
      <chakra.p>{t('amend.linked')}</chakra.p>
    </Sheet>
  )
}

function AmendSheet({ order, proposed, onClose }: AmendOrderProps) {
  const { t } = useTranslation('trade')
  const { t: ofUi } = useTranslation('ui')
  const nameOf = useOrderName()
  const intention = useAmendment(onClose)
  const { terms, refusal, outcomeUnknown, inquiry, sending } = intention
  const [shown] = useState(() => order ?? terms?.order)
  const [typed, setTyped] = useState<Figures>(() => ({
    ...(shown && figuresOf(shown)),
    ...proposed,
    ...terms?.changes,
  }))
  const [expiry, setExpiry] = useState(() => expiryOf({ expiresAt: shown?.expiresAt, ...terms?.changes }))
  if (!shown) return null
  const now = figuresOf(shown)
  const changes = { ...changesOf(now, typed), ...expiryChange(expiry, shown) }
  const isChanged = Object.keys(changes).length > 0
  const warned = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
  // A refusal belongs to the figures that were sent.
  const forget = () => outcomeUnknown || intention.dismiss()
  const send = () =>
    terms && outcomeUnknown
      ? intention.accept()
      : intention.begin({ id: shown.id, order: shown, changes, ...(warned && { force: true }) })
  return (
    <FormSheet
      title={t('amend.title')}
      action={outcomeUnknown ? ofUi('unknown.again') : t(warned ? 'confirm.force' : 'amend.yes')}
      busy={sending || (outcomeUnknown && inquiry === 'asking')}
      complete={
        outcomeUnknown ||
        (isChanged &&
          expiryProblemOf(expiry, shown) === undefined &&
          FIELDS.every((field) => now[field] === undefined || typed[field] !== ''))
      }
      onSend={send}
      onClose={() => {
        intention.dismiss()
        onClose()
      }}
    >
      {(checked) => (
        <>
          <chakra.p color="fg.muted">{nameOf(shown)}</chakra.p>
          <AmendFields
            order={shown}
            {...{ typed, expiry, changes, checked, refusal, warned }}
            onChange={(field, text) => {
              forget()
              setTyped({ ...typed, [field]: text })
            }}
            onExpiry={(text) => {
              forget()
              setExpiry(text)
            }}
          />
          {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
        </>
      )}
    </FormSheet>
  )
}

/** The change being sent. Once it is done, or found to be too late, a toast reports it and the lists are refreshed. */
function useAmendment(onClose: () => void): Intention<AmendTerms, Order> {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const nameOf = useOrderName()
  const leave = (toast: Parameters<typeof showToast>[0]) => {
    onClose()
    refreshAfterOrder(client)
    showToast(toast)
  }
  const intention = useIntention<AmendTerms, Order>({
    kind: AMEND_ORDER,
    schema: AmendTerms,
    send: amendOrder,
    recognize: orderIn,
    onDone: (amended) => leave({ tone: 'success', title: t('amend.done'), text: nameOf(amended) }),
  })
  useExpiredToast(intention)
  useEndedOrder(intention.refusal, leave)
  return intention
}

const MISSING = { unitPrice: 'priceRequired', stopPrice: 'stopRequired', amount: 'amountRequired' } as const

type AmendFieldsProps = {
  order: Order
  typed: Figures
  expiry: string
  changes: AmendTerms['changes']
  checked: boolean
  refusal: ApiRefusal | undefined
  /** The refusal is the question about a price far from the market. */
  warned: boolean
  onChange: (field: Field, text: string) => void
  onExpiry: (expiry: string) => void
}

/** The fields, what the change does to the place in the queue, and the sentence of a refusal: beside its field if it names one. */
function AmendFields(props: AmendFieldsProps) {
  const { order, typed, expiry, changes, checked, refusal, warned, onChange, onExpiry } = props
  const { t } = useTranslation('trade')
  const refusalText = useRefusalText()
  const { unitOf } = useCoins()
  const now = figuresOf(order)
  const isChanged = Object.keys(changes).length > 0
  const expiryProblem = expiryProblemOf(expiry, order)
  // The market may have moved away from a price that stays.
  const said = { unitPrice: changes.unitPrice ?? now.unitPrice, unit: unitOf(order.sourceCoin) }
  const sentence = refusal && refusalText(refusal, said)
  const atField = refusedField(refusal, [...FIELDS, 'expiresAt'])
  const problemOf = (field: Field) =>
    atField === field ? sentence : checked && typed[field] === '' ? t(`problem.${MISSING[field]}`) : undefined
  return (
    <>
      {FIELDS.filter((field) => now[field] !== undefined).map((field) => (
        <AmendField
          key={field}
          {...{ field, order }}
          value={typed[field] ?? ''}
          onChange={(text) => onChange(field, text)}
          problem={problemOf(field)}
        />
      ))}
      <AmendedTotal order={order} figures={{ ...now, ...typed }} />
      <Suspense fallback={<Skeleton height="4rem" borderRadius="md" />}>
        <ExpiryField
          expiry={expiry}
          onChange={onExpiry}
          problem={atField === 'expiresAt' ? sentence : expiryProblem && t(`problem.${expiryProblem}`)}
        />
      </Suspense>
      {isChanged && <Notice tone="info">{t(keepsPlace(now, changes) ? 'amend.keeps' : 'amend.loses')}</Notice>}
      {checked && !isChanged && <Notice tone="info">{t('amend.same')}</Notice>}
      {sentence && !atField && (
        <Notice tone={warned ? 'warning' : 'error'} urgent>
          {sentence}
        </Notice>
      )}
    </>
  )
}

/** The total of the whole order after the change; of one that has partly traded, also what has, and what then remains. */
function AmendedTotal({ order, figures }: { order: Order; figures: Figures }) {
  const { t } = useTranslation('trade')
  const { billed, unitOf } = useCoins()
  const market = useMarketRules(order.marketType)
  const unitPrice = market && parseUnitPrice(figures.unitPrice ?? '', market)
  const quantity = market && parseAmount(figures.amount ?? '', market.base)
  if (!unitPrice || !quantity) return null
  const side = sideOf(order.orderType)
  const executed = decodeAmount(order.executedAmount, market.base)
  const inBase = (value: bigint) => (
    <DecimalText value={formatDecimal(value, market.base.decimals)} unit={unitOf(order.destinationCoin)} />
  )
  const total = wholePrice({ quantity, unitPrice, market }, side === 'BUY' ? 'up' : 'down')
  return (
    <FactList
      dense
      facts={[
        ...(executed === 0n
          ? []
          : [
              { label: t('amend.traded'), value: inBase(executed) },
              { label: t('amend.rest'), value: inBase(quantity > executed ? quantity - executed : 0n) },
            ]),
        {
          label: t('confirm.total'),
          value: (
            <DecimalText
              value={formatDecimal(total, market.quote.decimals)}
              rounding={side === 'BUY' ? 'up' : 'down'}
              {...billed(order.sourceCoin)}
            />
          ),
        },
      ]}
    />
  )
}

type AmendFieldProps = {
  field: Field
  order: Order
  value: string
  onChange: (value: string) => void
  problem: string | undefined
}

function AmendField({ field, order, ...rest }: AmendFieldProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const rules = useQuery(marketDetailsQuery(order.marketType)).data
  const step = field === 'amount' ? rules?.amountStep : rules?.tickSize
  const coin = field === 'amount' ? order.destinationCoin : order.sourceCoin
  return (
    <DecimalField
      {...rest}
      name={field}
      label={t(field === 'amount' ? 'confirm.amount' : field === 'stopPrice' ? 'form.stopPrice' : 'confirm.price')}
      decimals={step === undefined ? 8 : (step.split('.')[1]?.length ?? 0)}
      unit={unitOf(coin)}
    />
  )
}

import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { type ApiRefusal, isRefusal } from '#client/lib/call-api.ts'
import { refusedField } from '#client/lib/refused-field.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { useEndedOrder } from './cancel-orders.tsx'
import { marketDetailsQuery } from './market.queries.ts'
import { AMEND_ORDER, AmendTerms, amendOrder, refreshAfterOrder } from './order.commands.ts'
import { useRefusalText } from './order-sentences.ts'

const FIELDS = ['unitPrice', 'stopPrice', 'amount'] as const
type Field = (typeof FIELDS)[number]
type Figures = { readonly [name in Field]?: string | undefined }

/**
 * The figures of this order that can be changed, as they are now. A trailing stop that waits moves its own prices, and a stop that was triggered
 * has its trigger behind it.
 */
export function figuresOf({ amount, unitPrice, stopPrice, trailingDistance, orderStatus }: Order): Figures {
  const waits = orderStatus === 'PENDING'
  if (waits && trailingDistance) return { amount }
  return {
    ...(unitPrice === null ? {} : { unitPrice }),
    ...(waits && stopPrice ? { stopPrice } : {}),
    amount,
  }
}

/** The figures that differ from those of now: the server leaves all others as they are. */
export const changesOf = (now: Figures, typed: Figures): Figures =>
  Object.fromEntries(FIELDS.flatMap((field) => (isSame(now[field], typed[field]) ? [] : [[field, typed[field]]])))

/** More decimals than any coin or price has. */
const DECIMALS = 18
const exact = (text = '') => parseDecimal(text, DECIMALS)
const isSame = (one: string | undefined, other: string | undefined) => one === other || exact(one) === exact(other)

/** An order keeps its place in the queue only where nothing but its amount changes, and the amount does not rise. */
export function keepsPlace({ amount: now }: Figures, { amount, ...prices }: Figures): boolean {
  const [before, after] = [exact(now), exact(amount)]
  return Object.keys(prices).length === 0 && before !== undefined && after !== undefined && after < before
}

type AmendOrderProps = {
  /** Absent: resumes a change without an answer. */
  order: Order | undefined
  /** Figures to begin with instead of those of now. */
  proposed?: Figures
  onClose: () => void
}

/** Changes the prices and the amount of an open order in one command. */
export function AmendOrder({ order, proposed, onClose }: AmendOrderProps) {
  const { t } = useTranslation('trade')
  const { t: ofUi } = useTranslation('ui')
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
  const { terms, refusal, outcomeUnknown, inquiry, sending } = intention
  useEndedOrder(refusal, leave)
  const [shown] = useState(() => order ?? terms?.order)
  const [typed, setTyped] = useState<Figures>(() => ({
    ...(shown && figuresOf(shown)),
    ...proposed,
    ...terms?.changes,
  }))
  if (!shown) return null
  const now = figuresOf(shown)
  const changes = changesOf(now, typed)
  const isChanged = Object.keys(changes).length > 0
  const warned = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
  const change = (field: Field, text: string) => {
    // A refusal belongs to the figures that were sent.
    if (!outcomeUnknown) intention.dismiss()
    setTyped({ ...typed, [field]: text })
  }
  const send = () => {
    if (terms && outcomeUnknown) return intention.accept()
    return intention.begin({ id: shown.id, order: shown, changes, ...(warned ? { force: true as const } : {}) })
  }
  return (
    <FormSheet
      title={t('amend.title')}
      action={outcomeUnknown ? ofUi('unknown.again') : t(warned ? 'confirm.force' : 'amend.yes')}
      busy={sending || (outcomeUnknown && inquiry === 'asking')}
      complete={
        outcomeUnknown || (isChanged && FIELDS.every((field) => now[field] === undefined || typed[field] !== ''))
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
          <AmendFields order={shown} {...{ typed, checked, refusal, warned }} onChange={change} />
          {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
        </>
      )}
    </FormSheet>
  )
}

const MISSING = { unitPrice: 'priceRequired', stopPrice: 'stopRequired', amount: 'amountRequired' } as const

type AmendFieldsProps = {
  order: Order
  typed: Figures
  checked: boolean
  refusal: ApiRefusal | undefined
  /** The refusal is the question about a price far from the market. */
  warned: boolean
  onChange: (field: Field, text: string) => void
}

/** The fields, what the change does to the place in the queue, and the sentence of a refusal: beside its field if it names one. */
function AmendFields({ order, typed, checked, refusal, warned, onChange }: AmendFieldsProps) {
  const { t } = useTranslation('trade')
  const refusalText = useRefusalText()
  const now = figuresOf(order)
  const changes = changesOf(now, typed)
  const isChanged = Object.keys(changes).length > 0
  const sentence = refusal && refusalText(refusal, { unitPrice: changes.unitPrice ?? undefined })
  const atField = refusedField(refusal, FIELDS)
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
